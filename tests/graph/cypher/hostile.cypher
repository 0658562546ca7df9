// purpose: A document whose title tries what a terminal would obey.
// parameters: title (string)
// returns: nothing
// example: {"title": "evil"}
CREATE (:Document {id: 'evil', title: $title, dup_group: 'evil'})
