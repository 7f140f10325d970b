-- Rules by which documents are named, and who named a document last.

create table file_rename_rules (
  environment_id uuid not null references environments (id),
  id uuid not null,
  name text not null,
  -- Null for documents of every class.
  document_class text,
  template text not null,
  is_active boolean not null default true,
  position integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, name)
);
create index file_rename_rules_by_position on file_rename_rules (environment_id, position, id);
call fence('file_rename_rules');

-- A rule never renames what a person named.
alter table documents add column named_by text not null default 'upload' check (named_by in ('upload', 'rule', 'user'));
