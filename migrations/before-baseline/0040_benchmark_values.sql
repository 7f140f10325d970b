-- What a portfolio keeps of each business to compare others with; written with the snapshot.

create table benchmark_values (
  environment_id uuid not null references environments (id),
  submission_id uuid not null,
  -- The keyed hash of the business's number, or the submission itself where none is known.
  business_key text not null,
  currency text not null,
  naics_code text,
  monthly_revenue double precision,
  -- Exact values by metric, in major units.
  metrics jsonb not null,
  computed_at timestamptz(3) not null default now(),
  primary key (environment_id, submission_id),
  foreign key (environment_id, submission_id)
    references submissions (environment_id, id) on delete cascade
);
create index benchmark_values_by_business
  on benchmark_values (environment_id, currency, business_key, computed_at desc, submission_id);
call fence('benchmark_values');
