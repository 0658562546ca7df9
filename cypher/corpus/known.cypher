// purpose: What the graph has under the ids of incoming documents.
// parameters: ids (list of strings)
// returns: key, text_sha, corpus_fingerprint, source, language, partition, dup_group
// example: {"ids": ["d1", "d2"]}
UNWIND $ids AS id
MATCH (d:Document {id: id})
RETURN d.id AS key, d.text_sha AS text_sha, d.corpus_fingerprint AS corpus_fingerprint, d.source AS source,
       d.language AS language, d.partition AS partition, d.dup_group AS dup_group
