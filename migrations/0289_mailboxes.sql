-- How far the mailbox of an integration has been read. UIDs name the same messages as long as the
-- server keeps its UIDVALIDITY.

create table mailboxes (
  environment_id uuid not null,
  -- Of its integration.
  id uuid not null,
  -- Null until it was opened once.
  uid_validity text,
  last_uid bigint not null default 0,
  -- What arrived before this instant has been taken; null until all of it was once.
  read_until timestamptz(3),
  taken_count integer not null default 0,
  consecutive_failures integer not null default 0,
  -- Before that instant it is not read.
  next_read_at timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, id) references integrations (environment_id, id) on delete cascade
);
create index mailboxes_due on mailboxes (next_read_at) where next_read_at is not null;
call fence('mailboxes');

create function system_list_due_mailboxes(batch integer)
returns table (environment_id uuid, tenant_id uuid, mode text, integration_id uuid)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select e.id, e.tenant_id, e.mode, m.id
  from mailboxes m
  join environments e on e.id = m.environment_id
  join integrations i on i.environment_id = m.environment_id and i.id = m.id
  where m.next_read_at <= now() and i.status in ('active', 'error')
    and i.credentials_sealed is not null
  order by m.next_read_at
  limit batch;
end;
call settle_system_functions();
