-- An application for funding as it came in. What it says is the reading of its document; here stands
-- how it came, and what a caller stated in place of a file. It goes with its document and submission.
create table iso_applications (
  environment_id uuid not null references environments (id),
  id uuid not null,
  submission_id uuid not null,
  document_id uuid not null,
  source text not null check (source in ('upload', 'base64', 'document', 'structured', 'email', 'broker')),
  stated_sealed text,
  fills_submission boolean not null default false,
  attempts integer not null default 1,
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, document_id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade,
  foreign key (environment_id, document_id) references documents (environment_id, id) on delete cascade
);
create index iso_applications_by_time on iso_applications (environment_id, created_at desc, id desc);
create index iso_applications_by_submission on iso_applications (environment_id, submission_id);
call fence('iso_applications');
