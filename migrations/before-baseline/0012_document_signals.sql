-- What of a document does not fit a statement that came from its bank unchanged.

-- `{score, level, signals_count}`; null until the document was read.
alter table documents add column authenticity jsonb;
create index documents_by_authenticity on documents (environment_id, (authenticity ->> 'level'));
-- A document is compared with the earlier ones of its bank.
create index documents_by_institution on documents (environment_id, institution_name, created_at desc)
  where institution_name is not null;

create table document_signals (
  environment_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  document_id uuid not null,
  -- Order in which a reader should look at them: the heaviest first.
  position integer not null,
  -- What makes a signal of the next reading the same one, so that its id and its dismissal stay.
  signal_key text not null,
  code text not null,
  "group" text not null,
  severity text not null check (severity in ('info', 'low', 'medium', 'high', 'critical')),
  confidence real not null,
  points integer not null,
  page integer,
  box real[],
  found text,
  expected text,
  explanation text not null,
  -- True when it follows from the deal's and the tenant's other documents; those are found anew with each of them.
  is_comparison boolean not null,
  is_dismissed boolean not null default false,
  dismissed_by text,
  dismissed_reason text,
  dismissed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, document_id, signal_key),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade,
  foreign key (environment_id, document_id) references documents (environment_id, id) on delete cascade
);
create index document_signals_in_order on document_signals (environment_id, document_id, position, id);
create index document_signals_by_submission on document_signals (environment_id, submission_id);
call fence('document_signals');
