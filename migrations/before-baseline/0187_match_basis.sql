-- What a match followed from: while it is the same, so is the match, and its words stay as they are.
alter table funder_matches add column basis text;
