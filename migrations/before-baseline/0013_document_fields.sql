-- What is read from documents that are no statements, people's corrections of it, and what people
-- say of a company's attributes. Values are sealed: they hold identifiers and addresses.
create table document_readings (
  environment_id uuid not null,
  document_id uuid not null,
  submission_id uuid not null,
  parser text not null,
  -- Fields and tables as the reader found them, without corrections.
  content_sealed text not null,
  created_at timestamptz(3) not null default now(),
  primary key (environment_id, document_id),
  foreign key (environment_id, document_id) references documents (environment_id, id) on delete cascade,
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
create index document_readings_by_submission on document_readings (environment_id, submission_id);
call fence('document_readings');

-- Corrections stand over every later reading of the document; the last one of a path counts.
create table reading_patches (
  environment_id uuid not null,
  id uuid not null,
  document_id uuid not null,
  path text not null,
  -- The value before and after.
  change_sealed text not null,
  reason text,
  actor_name text not null,
  created_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, document_id) references documents (environment_id, id) on delete cascade
);
create index reading_patches_by_document on reading_patches (environment_id, document_id, id);
call fence('reading_patches');

create table attribute_overrides (
  environment_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  entity text not null,
  entity_index integer not null check (entity_index >= 0),
  attribute text not null,
  value_sealed text not null,
  reason text,
  actor_name text not null,
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, submission_id, entity, entity_index, attribute),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
call fence('attribute_overrides');
