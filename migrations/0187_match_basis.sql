-- What a match followed from: while it is the same, so is the match, and its words stay as they are.
alter table funder_matches add column basis text;
-- Words lie apart from their row, which is written anew when they stand as they were.
alter table funder_matches set (toast_tuple_target = 128, fillfactor = 60);
