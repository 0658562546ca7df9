// purpose: How many documents have a title.
// parameters: title (string)
// returns: n
// example: {"title": "marked"}
MATCH (d:Document {title: $title})
RETURN count(d) AS n
