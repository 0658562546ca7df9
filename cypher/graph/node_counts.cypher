// purpose: How many nodes of each label the graph holds.
// parameters: none
// returns: Document, Entity, KnowledgePoint, Term, Cluster, Fact, Slot, Account, Conflict, Change, Question,
//   Evidence, Review, Run, Response, Judgment, ProbeFact, Task
// example: {}
RETURN
  COUNT { (:Document) } AS Document,
  COUNT { (:Entity) } AS Entity,
  COUNT { (:KnowledgePoint) } AS KnowledgePoint,
  COUNT { (:Term) } AS Term,
  COUNT { (:Cluster) } AS Cluster,
  COUNT { (:Fact) } AS Fact,
  COUNT { (:Slot) } AS Slot,
  COUNT { (:Account) } AS Account,
  COUNT { (:Conflict) } AS Conflict,
  COUNT { (:Change) } AS Change,
  COUNT { (:Question) } AS Question,
  COUNT { (:Evidence) } AS Evidence,
  COUNT { (:Review) } AS Review,
  COUNT { (:Run) } AS Run,
  COUNT { (:Response) } AS Response,
  COUNT { (:Judgment) } AS Judgment,
  COUNT { (:ProbeFact) } AS ProbeFact,
  COUNT { (:Task) } AS Task
