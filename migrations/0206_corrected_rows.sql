-- What a row, a statement and a document said before a person corrected them, so that any correction
-- can be taken back and is applied again to the next reading; and what corrections say of later
-- documents of the same layout. The last release knows none of it and loses none of it.

-- {date, postedOn, amount, balance, currency, description} in minor units of the currency that was
-- read, the balance as printed; {"added": true} for a row that a person added. Null: as read.
alter table transactions add column as_read jsonb;

alter table statements
  -- Equal for documents of one layout.
  add column fingerprint text,
  -- [{field, value, readValue, layoutId}]: values that follow corrections of an earlier document.
  add column taught jsonb not null default '[]',
  -- Where the currency was from before a person stated it.
  add column read_currency_source text,
  -- Rows that a person took out, as they were read.
  add column removed_rows jsonb not null default '[]';

-- The problems before corrections settled some of them. Null: nothing was corrected.
alter table documents add column problems_as_read jsonb;

create table taught_layouts (
  environment_id uuid not null references environments (id),
  id uuid not null,
  fingerprint text not null,
  institution_name text,
  format text,
  rules jsonb not null,
  -- {rule: id of the document whose correction it follows}; it stays when that is deleted.
  rule_documents jsonb not null,
  -- The account numbers of its rules: JSON, sealed.
  account_sealed text,
  taught_by text not null,
  uses_count integer not null default 0,
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, fingerprint)
);
call fence('taught_layouts');
