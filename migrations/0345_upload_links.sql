-- Links by which who has no account brings files to one deal: an address with a token, of which the
-- hash alone is here. A link that is taken back is deleted; the audit log remembers it.
create table upload_links (
  environment_id uuid not null references environments (id),
  id uuid not null,
  submission_id uuid not null,
  token_hash text not null,
  items jsonb not null,
  expires_at timestamptz(3) not null,
  file_count integer not null default 0,
  last_used_at timestamptz(3),
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
create index upload_links_by_token on upload_links (token_hash);
create index upload_links_by_submission on upload_links (environment_id, submission_id, created_at desc);
call fence('upload_links');
call spread('upload_links');

create function system_find_upload_link(wanted text)
returns table (id uuid, environment_id uuid, tenant_id uuid, mode text, is_expired boolean)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select l.id, e.id, e.tenant_id, e.mode, l.expires_at <= now()
  from upload_links l join environments e on e.id = l.environment_id
  where l.token_hash = wanted
  limit 1;
end;
call settle_system_functions();
