-- E-mails in and out with their files, the templates they are made of, the addresses that take them,
-- and the lists of missing documents that were requested by them.

create table email_templates (
  environment_id uuid not null references environments (id),
  id uuid not null,
  name text not null,
  -- Of a built-in template, only whether it is active is kept.
  is_builtin boolean not null default false,
  is_active boolean not null default true,
  version integer not null default 1,
  body jsonb not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, name)
);
call fence('email_templates');

create table emails (
  environment_id uuid not null references environments (id),
  id uuid not null,
  direction text not null check (direction in ('inbound', 'outbound')),
  status text not null check (status in ('received', 'processing', 'processed', 'ignored', 'failed',
    'queued', 'sending', 'sent', 'bounced')),
  submission_id uuid,
  broker_id uuid,
  -- Null until an arrived mail is read, and of one that was there before.
  message_id text,
  in_reply_to text,
  reference_ids text[] not null default '{}',
  thread_id uuid not null,
  from_name text,
  from_address text,
  recipients jsonb not null default '{}',
  -- Whom the server that handed it over named as its receivers.
  envelope jsonb not null default '{}',
  reply_to text,
  subject text not null default '',
  -- Text and HTML.
  body_sealed text,
  template_id uuid,
  is_captured boolean not null default false,
  is_automatic boolean not null default false,
  attempts integer not null default 0,
  size_bytes bigint,
  sha256 text,
  storage_key text,
  wrapped_key text,
  authentication jsonb,
  match jsonb,
  spam_score real,
  error jsonb,
  received_at timestamptz(3),
  sent_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
create unique index emails_by_message_id on emails (environment_id, message_id) where message_id is not null;
-- The same bytes that are handed over twice are one mail.
create unique index emails_by_content on emails (environment_id, sha256) where direction = 'inbound';
create index emails_by_time on emails (environment_id, created_at desc, id desc);
create index emails_by_submission on emails (environment_id, submission_id, created_at desc)
  where submission_id is not null;
create index emails_by_sender on emails (environment_id, from_address, created_at desc);
create index emails_by_file on emails (environment_id, storage_key);
call fence('emails');

create table email_attachments (
  environment_id uuid not null,
  id uuid not null,
  email_id uuid not null,
  position integer not null,
  filename text not null,
  content_type text not null,
  size_bytes bigint not null,
  is_inline boolean not null default false,
  -- A document of that submission, or why there is none.
  document_id uuid,
  ignored text,
  primary key (environment_id, id),
  unique (environment_id, email_id, position),
  foreign key (environment_id, email_id) references emails (environment_id, id) on delete cascade,
  foreign key (environment_id, document_id) references documents (environment_id, id)
    on delete set null (document_id)
);
create index email_attachments_by_document on email_attachments (environment_id, document_id)
  where document_id is not null;
call fence('email_attachments');

-- What stands behind the plus sign of an address that takes mails.
create table mail_addresses (
  environment_id uuid not null references environments (id),
  tag text not null,
  submission_id uuid,
  broker_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (environment_id, tag),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade,
  foreign key (environment_id, broker_id) references brokers (environment_id, id)
);
create index mail_addresses_by_submission on mail_addresses (environment_id, submission_id)
  where submission_id is not null;
create index mail_addresses_by_broker on mail_addresses (environment_id, broker_id)
  where broker_id is not null;
call fence('mail_addresses');

-- The address at which a mail service hands over what it has received.
create table mail_hooks (
  environment_id uuid not null references environments (id),
  token_hash text not null,
  created_at timestamptz(3) not null default now(),
  primary key (environment_id)
);
create index mail_hooks_by_token on mail_hooks (token_hash);
call fence('mail_hooks');

create table stip_requests (
  environment_id uuid not null references environments (id),
  id uuid not null,
  submission_id uuid not null,
  email_id uuid,
  items jsonb not null,
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade,
  foreign key (environment_id, email_id) references emails (environment_id, id) on delete set null (email_id)
);
create index stip_requests_by_submission on stip_requests (environment_id, submission_id, created_at desc);
create index stip_requests_by_email on stip_requests (environment_id, email_id) where email_id is not null;
call fence('stip_requests');

create function system_find_mail_address(wanted text)
returns table (environment_id uuid, tenant_id uuid, mode text)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select e.id, e.tenant_id, e.mode
  from mail_addresses a join environments e on e.id = a.environment_id
  where a.tag = wanted
  limit 1;
end;

create function system_find_mail_hook(wanted text)
returns table (environment_id uuid, tenant_id uuid, mode text)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select e.id, e.tenant_id, e.mode
  from mail_hooks h join environments e on e.id = h.environment_id
  where h.token_hash = wanted
  limit 1;
end;

-- What the tenant stores, and which stored files nobody owns: mails belong to it.
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
    where e.tenant_id = owner and f.storage_key is not null) + (
    select coalesce(sum(m.size_bytes), 0)::bigint
    from emails m join environments e on e.id = m.environment_id
    where e.tenant_id = owner and m.storage_key is not null);
end $$;

create or replace function system_unowned_files(wanted uuid, keys text[]) returns setof text
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select key from unnest(keys) as key
  where not exists (select from documents where environment_id = wanted and storage_key = key)
    and not exists (select from broker_files where environment_id = wanted and storage_key = key)
    and not exists (select from logos where environment_id = wanted and storage_key = key)
    and not exists (select from emails where environment_id = wanted and storage_key = key);
end;
call settle_system_functions();
