-- Who brings deals, and the deals as they bring them. A deal that is not accepted yet is a row here and
-- nowhere else: no list, count, event or number of submissions can show it.

create table brokers (
  environment_id uuid not null references environments (id),
  id uuid not null,
  name text not null,
  -- In lower case.
  email text not null,
  status text not null default 'active' check (status in ('active', 'disabled')),
  commission_note text,
  metadata jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, email)
);
create index brokers_by_creation on brokers (environment_id, created_at, id);
call fence('brokers');

create table broker_submissions (
  environment_id uuid not null references environments (id),
  -- That of the submission too, once there is one: what is sealed for the one opens for the other.
  id uuid not null,
  broker_id uuid not null,
  key_id uuid,
  reference text not null,
  status text not null default 'draft' check (status in ('draft', 'submitted', 'in_review',
    'changes_requested', 'accepted', 'rejected', 'withdrawn')),
  -- As in submissions.
  company_info jsonb not null,
  ein_sealed text,
  owners_sealed text,
  request jsonb,
  notes text,
  metadata jsonb not null default '{}',
  history jsonb not null default '[]',
  submission_id uuid,
  submitted_at timestamptz(3),
  reviewed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, broker_id) references brokers (environment_id, id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
create index broker_submissions_by_creation on broker_submissions (environment_id, created_at, id);
create index broker_submissions_by_broker on broker_submissions (environment_id, broker_id, created_at, id);
create index broker_submissions_by_submission on broker_submissions (environment_id, submission_id);
call fence('broker_submissions');

create table broker_files (
  environment_id uuid not null references environments (id),
  id uuid not null,
  broker_id uuid not null,
  broker_submission_id uuid not null,
  filename text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  -- Null from acceptance on, when the file is that of a document.
  storage_key text,
  wrapped_key text,
  status text not null default 'received' check (status in ('received', 'reading', 'read', 'failed')),
  document_class text,
  page_count integer,
  error_code text,
  -- The statements found in it: bank, end of the number, days, balances.
  findings_sealed text,
  document_id uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, broker_submission_id, sha256),
  foreign key (environment_id, broker_id) references brokers (environment_id, id),
  foreign key (environment_id, broker_submission_id) references broker_submissions (environment_id, id) on delete cascade
);
create index broker_files_by_file on broker_files (environment_id, storage_key);
create index broker_files_by_broker on broker_files (environment_id, broker_id);
call fence('broker_files');

-- What the tenant stores, and which stored files nobody owns: a broker's files belong to it.
create or replace function system_take_room(wanted uuid) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owner uuid := (select tenant_id from environments where id = wanted);
begin
  perform pg_advisory_xact_lock(hashtextextended('room of ' || owner::text, 0));
  return (
    select coalesce(sum(size_bytes), 0)::bigint from (
      select distinct on (d.environment_id, d.storage_key) d.size_bytes
      from documents d join environments e on e.id = d.environment_id
      where e.tenant_id = owner and d.wrapped_key is not null
      order by d.environment_id, d.storage_key, d.size_bytes desc
    ) files) + (
    select coalesce(sum(f.size_bytes), 0)::bigint
    from broker_files f join environments e on e.id = f.environment_id
    where e.tenant_id = owner and f.storage_key is not null);
end $$;

create or replace function system_unowned_files(wanted uuid, keys text[]) returns setof text
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select key from unnest(keys) as key
  where not exists (select from documents where environment_id = wanted and storage_key = key)
    and not exists (select from broker_files where environment_id = wanted and storage_key = key)
    and not exists (select from logos where environment_id = wanted and storage_key = key);
end;
call settle_system_functions();
