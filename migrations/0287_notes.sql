-- What people and workflows write of a deal. The text may name persons, so it is sealed, and goes with
-- the submission; the audit log, which outlives it, has only that a note was written, and by whom.
create table notes (
  environment_id uuid not null references environments (id),
  id uuid not null,
  submission_id uuid not null,
  text_sealed text not null,
  author_type text not null,
  author_id text,
  author_name text,
  created_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
create index notes_by_submission on notes (environment_id, submission_id, created_at desc, id desc);
call fence('notes');
