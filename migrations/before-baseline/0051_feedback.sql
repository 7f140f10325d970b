-- What people say of what was found: corrections that change rows, and words that are kept.

create table feedback (
  environment_id uuid not null references environments (id),
  id uuid not null,
  target_type text not null,
  target_id text not null,
  -- Null for what is of no submission; else gone with it.
  submission_id uuid,
  kind text not null check (kind in ('correction', 'confirmation', 'report', 'rating', 'outcome')),
  status text not null check (status in ('received', 'applied', 'undone')),
  rating smallint check (rating between 1 and 5),
  value jsonb not null default '{}',
  comment text,
  apply_to text,
  -- The rule for all rows like the corrected one, and what it said before.
  applied_rule_id uuid,
  affected_count integer not null default 0,
  -- What each corrected row said before, so that it can be taken back.
  previous jsonb not null default '[]',
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
create index feedback_by_time on feedback (environment_id, created_at desc, id desc);
create index feedback_by_submission on feedback (environment_id, submission_id);
call fence('feedback');
