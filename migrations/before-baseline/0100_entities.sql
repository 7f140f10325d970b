-- What tenants say of the things a submission is about: entities and attributes of their own, and
-- layers over the built-in ones, which come with the service and have no row until they are changed.

create table entities (
  environment_id uuid not null references environments (id),
  id uuid not null,
  name text not null,
  is_builtin boolean not null,
  -- Everything for a tenant's own, only what it sets for a layer; so in the tables below.
  body jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, name)
);
call fence('entities');

create table entity_attributes (
  environment_id uuid not null references environments (id),
  id uuid not null,
  entity_id uuid not null,
  name text not null,
  is_builtin boolean not null,
  body jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, entity_id, name),
  foreign key (environment_id, entity_id) references entities (environment_id, id) on delete cascade
);
call fence('entity_attributes');

create table attribute_sources (
  environment_id uuid not null references environments (id),
  id uuid not null,
  attribute_id uuid not null,
  body jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, attribute_id) references entity_attributes (environment_id, id) on delete cascade
);
create index attribute_sources_by_attribute on attribute_sources (environment_id, attribute_id);
call fence('attribute_sources');

-- What identified the thing when a person spoke of it; null where nothing did.
alter table attribute_overrides add column identity_sealed text;
