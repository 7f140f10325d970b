-- The merchant a caller or provider named; enrichment falls back to it and never overwrites it.
alter table transactions add column source_merchant_name text;
-- Lists across submissions, newest first, and the rows that a surviving row stands for.
create index transactions_by_environment_date on transactions (environment_id, date desc, id desc);
create index transactions_by_duplicate on transactions (environment_id, duplicate_of) where duplicate_of is not null;
