// purpose: Values of the database's own types.
// parameters: none
// returns: day, moment, span, map
// example: {}
RETURN
  date('2021-03-04') AS day,
  datetime('2021-03-04T05:06:07Z') AS moment,
  duration('P1DT2H') AS span,
  {list: [date('2021-03-04')]} AS map
