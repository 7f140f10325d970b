-- Settings of a tenant's environment: every state they ever had, the last one in force.

create table settings_versions (
  environment_id uuid not null references environments (id),
  version integer not null check (version > 0),
  id uuid not null,
  -- The keys that were ever set, as the wire gave them; what is not among them has its default.
  -- Plain json keeps the order of fields, so that what is sent again is seen to be the same.
  values json not null,
  -- Grows when the revenue formula is another; 1 is the default's.
  formula_version integer not null,
  -- What became different with this version.
  changes jsonb not null,
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  primary key (environment_id, version),
  unique (environment_id, id)
);
call fence('settings_versions');
