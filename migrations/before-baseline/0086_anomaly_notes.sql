-- What people said of anomalies; the anomalies themselves are computed from the rows each time.

create table anomaly_notes (
  environment_id uuid not null references environments (id),
  submission_id uuid not null,
  -- Kind and place, the same at each computation as long as the same rows show it.
  id text not null,
  status text not null check (status in ('open', 'dismissed', 'confirmed')),
  note text,
  updated_by text not null,
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, submission_id, id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
call fence('anomaly_notes');
