-- Counters of a portfolio, kept in the transaction that changes a submission.

-- What each submission adds to the counters as they are. No foreign key: when the submission goes,
-- its row still says what is to be taken off, and goes in the same transaction.
create table portfolio_facts (
  environment_id uuid not null references environments (id),
  submission_id uuid not null,
  created_on date not null,
  -- Of the data that `data` was counted from.
  data_version bigint not null default 0,
  data jsonb,
  contributions jsonb not null default '[]',
  primary key (environment_id, submission_id)
);
call fence('portfolio_facts');

-- The sums of all contributions by the day on which the submission was created, for days, months
-- and years. A counter is spread over slots, so that writers rarely wait for each other.
create table portfolio_totals (
  environment_id uuid not null references environments (id),
  grain text not null check (grain in ('year', 'month', 'day')),
  facet text not null,
  bucket date not null,
  key text not null,
  slot smallint not null,
  count bigint not null,
  sum numeric not null,
  primary key (environment_id, grain, facet, bucket, key, slot)
) with (fillfactor = 80);
call fence('portfolio_totals');

-- Grows with every change of the counters.
create table portfolio_versions (
  environment_id uuid not null references environments (id),
  slot smallint not null,
  version bigint not null,
  primary key (environment_id, slot)
) with (fillfactor = 50);
call fence('portfolio_versions');

-- How many anomalies of each kind a business shows; written with the snapshot.
alter table benchmark_values add column anomalies jsonb not null default '{}';

-- Submissions from before are counted by a job.
insert into jobs (environment_id, id, kind, payload, unique_key)
select distinct s.environment_id, gen_random_uuid(), 'rebuild-portfolio', '{}'::jsonb, ''
from (select distinct environment_id from submissions) s
on conflict do nothing;
