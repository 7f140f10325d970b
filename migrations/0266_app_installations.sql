-- Entries of the catalogue of apps that an environment has switched on.
create table app_installations (
  environment_id uuid not null references environments (id),
  id uuid not null,
  slug text not null,
  version text not null,
  status text not null default 'active' check (status in ('active', 'error', 'disabled')),
  config jsonb not null default '{}',
  -- Addresses and keys of the config that nobody may read again.
  secrets_sealed text,
  installed_by text not null,
  installed_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, slug)
);
call fence('app_installations');
