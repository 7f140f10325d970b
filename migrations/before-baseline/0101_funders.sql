-- Funders: a tenant's own and its layers over those of the registry, what they ask for, which
-- submissions went to them, and how each submission fitted their policies last.

create table funders (
  environment_id uuid not null references environments (id),
  id uuid not null,
  name text not null,
  is_global boolean not null,
  -- Everything for a tenant's own, only what it sets for a layer.
  body jsonb not null default '{}',
  metadata jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, name)
);
call fence('funders');

create table funder_policies (
  environment_id uuid not null references environments (id),
  id uuid not null,
  funder_id uuid not null,
  name text not null,
  is_active boolean not null default true,
  version integer not null default 1,
  body jsonb not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, funder_id, name),
  foreign key (environment_id, funder_id) references funders (environment_id, id) on delete cascade
);
call fence('funder_policies');

-- A submission at a funder.
create table funder_submissions (
  environment_id uuid not null references environments (id),
  id uuid not null,
  funder_id uuid not null,
  submission_id uuid not null,
  policy_id uuid,
  status text not null check (status in ('linked', 'pending', 'in_progress', 'submitted', 'more_info_requested',
    'offered', 'accepted', 'funded', 'declined', 'withdrawn', 'expired', 'submission_failed', 'invalid_data')),
  body jsonb not null,
  sent_at timestamptz(3),
  responded_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  unique (environment_id, funder_id, submission_id),
  foreign key (environment_id, funder_id) references funders (environment_id, id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
create index funder_submissions_by_submission on funder_submissions (environment_id, submission_id);
call fence('funder_submissions');

-- The last match of a submission with each policy.
create table funder_matches (
  environment_id uuid not null references environments (id),
  submission_id uuid not null,
  policy_id uuid not null,
  funder_id uuid not null,
  body jsonb not null,
  evaluated_at timestamptz(3) not null default now(),
  primary key (environment_id, submission_id, policy_id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade,
  foreign key (environment_id, policy_id) references funder_policies (environment_id, id) on delete cascade
);
create index funder_matches_by_policy on funder_matches (environment_id, policy_id);
call fence('funder_matches');
