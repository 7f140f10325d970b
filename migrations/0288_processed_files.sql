-- Files that are read without a submission and take longer than a request: their bytes until they are
-- read, what was found in them for a day. What was found holds names and numbers, so it is sealed.
create table processed_files (
  environment_id uuid not null references environments (id),
  id uuid not null,
  filename text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  operations text[] not null,
  wanted_class text,
  status text not null check (status in ('processing', 'processed', 'failed')),
  -- Null once it was read, or as soon as a document owns the file.
  storage_key text,
  wrapped_key text,
  document_id uuid,
  submission_id uuid,
  content_sealed text,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (environment_id, id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
create index processed_files_by_creation on processed_files (environment_id, created_at);
create index processed_files_by_submission on processed_files (environment_id, submission_id)
  where submission_id is not null;
call fence('processed_files');
