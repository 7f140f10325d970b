-- What a row says, hashed: corrections find their row again by it after a reparse.
alter table transactions add column row_key text;
create index transactions_by_row_key on transactions (environment_id, submission_id, row_key) where row_key is not null;
