-- What the numbers of a submission were each time they changed, and what they rested on, so that
-- two times can be told apart. A version is written once and never changed.
create table analytics_versions (
  environment_id uuid not null references environments (id),
  submission_id uuid not null,
  version integer not null check (version > 0),
  data_version bigint not null,
  as_of date,
  -- Of basis and metrics: the same numbers on the same basis are no new version.
  digest text not null,
  basis jsonb not null,
  metrics jsonb not null,
  taken_at timestamptz(3) not null default now(),
  primary key (environment_id, submission_id, version),
  foreign key (environment_id, submission_id)
    references submissions (environment_id, id) on delete cascade
);
call fence('analytics_versions');
