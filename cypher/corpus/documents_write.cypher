// purpose: Writes new documents; one that another writer has put there meanwhile is left alone.
// parameters: rows (list of {key, text, text_sha, url, title, date, corpus, source, language, quality, partition, n_chars,
//             dup_group, band_0, band_1, band_2, band_3, corpus_fingerprint})
// returns: nothing
// example: {"rows": [{"key": "d1", "text": "Snow.", "text_sha": "a1", "url": "http://example.org/1", "title": "Snow", "date": null,
//          "corpus": null, "source": "a.jsonl:1", "language": "en", "quality": 0.5, "partition": "low", "n_chars": 5,
//          "dup_group": "d1", "band_0": 1, "band_1": 2, "band_2": 3, "band_3": 4, "corpus_fingerprint": "f"}]}
UNWIND $rows AS row
MERGE (d:Document {id: row.key})
ON CREATE SET d.text = row.text, d.text_sha = row.text_sha, d.url = row.url, d.title = row.title, d.date = row.date,
    d.corpus = row.corpus, d.source = row.source, d.language = row.language, d.quality = row.quality,
    d.partition = row.partition, d.n_chars = row.n_chars, d.dup_group = row.dup_group,
    d.band_0 = row.band_0, d.band_1 = row.band_1, d.band_2 = row.band_2, d.band_3 = row.band_3,
    d.corpus_fingerprint = row.corpus_fingerprint
