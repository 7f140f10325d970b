-- One index for both: it keeps external ids unique among the rows of a source, and finds a row by its
-- external id alone. Each row of a bank feed stood in two.
drop index concurrently if exists transactions_by_external_id_and_source;
create unique index concurrently transactions_by_external_id_and_source on transactions
  (environment_id, external_id, submission_id, source)
  where external_id is not null;
drop index concurrently if exists transactions_by_external_id;
drop index concurrently if exists transactions_external_id;
