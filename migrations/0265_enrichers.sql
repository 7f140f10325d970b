-- What an enricher found of a submission. Inputs and outputs hold names and identifiers, so they are
-- sealed; the hash of the inputs, which finds a result that can be used again, is a keyed one.
create table enricher_results (
  environment_id uuid not null references environments (id),
  id uuid not null,
  submission_id uuid not null,
  enricher text not null,
  status text not null check (status in ('queued', 'processing', 'succeeded', 'failed',
    'missing_input_data', 'skipped')),
  input_hash text not null,
  content_sealed text not null,
  missing_inputs text[] not null default '{}',
  confidence real,
  error jsonb,
  duration_ms integer,
  requested_by text not null,
  created_at timestamptz(3) not null default now(),
  completed_at timestamptz(3),
  primary key (environment_id, id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
create index enricher_results_by_submission
  on enricher_results (environment_id, submission_id, enricher, created_at desc, id desc);
call fence('enricher_results');
