// purpose: How many relationships of each type the graph holds.
// parameters: none
// returns: LABELED, MENTIONS, IN_CLUSTER, USES, STATES, FILLS, ABOUT, CANDIDATE, SUPPORTS, CONFLICTS_WITH,
//   REPORTS, ACCOUNT_OF, CONTESTS, ASKS, VERIFIED_BY, REVIEWS, PRODUCED, ANSWERS, JUDGES,
//   COVERS, PROFILES, PROBES, FROM
// example: {}
RETURN
  COUNT { ()-[:LABELED]->() } AS LABELED,
  COUNT { ()-[:MENTIONS]->() } AS MENTIONS,
  COUNT { ()-[:IN_CLUSTER]->() } AS IN_CLUSTER,
  COUNT { ()-[:USES]->() } AS USES,
  COUNT { ()-[:STATES]->() } AS STATES,
  COUNT { ()-[:FILLS]->() } AS FILLS,
  COUNT { ()-[:ABOUT]->() } AS ABOUT,
  COUNT { ()-[:CANDIDATE]->() } AS CANDIDATE,
  COUNT { ()-[:SUPPORTS]->() } AS SUPPORTS,
  COUNT { ()-[:CONFLICTS_WITH]->() } AS CONFLICTS_WITH,
  COUNT { ()-[:REPORTS]->() } AS REPORTS,
  COUNT { ()-[:ACCOUNT_OF]->() } AS ACCOUNT_OF,
  COUNT { ()-[:CONTESTS]->() } AS CONTESTS,
  COUNT { ()-[:ASKS]->() } AS ASKS,
  COUNT { ()-[:VERIFIED_BY]->() } AS VERIFIED_BY,
  COUNT { ()-[:REVIEWS]->() } AS REVIEWS,
  COUNT { ()-[:PRODUCED]->() } AS PRODUCED,
  COUNT { ()-[:ANSWERS]->() } AS ANSWERS,
  COUNT { ()-[:JUDGES]->() } AS JUDGES,
  COUNT { ()-[:COVERS]->() } AS COVERS,
  COUNT { ()-[:PROFILES]->() } AS PROFILES,
  COUNT { ()-[:PROBES]->() } AS PROBES,
  COUNT { ()-[:FROM]->() } AS FROM
