// purpose: Finds the facts of a document without a scan.
// parameters: none
// returns: nothing
// example: {}
CREATE INDEX fact_document_id IF NOT EXISTS FOR (n:Fact) ON (n.document_id)
