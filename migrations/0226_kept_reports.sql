-- Reports of a submission as a run leaves them, so that the first who opens one reads it. They follow
-- from the rows, the settings and the day: whoever finds none computes one, and any may be deleted.
create table kept_reports (
  environment_id uuid not null,
  submission_id uuid not null,
  report text not null,
  data_version bigint not null,
  -- A hash of all else that the bytes depend on; a report with another one is not read.
  key text not null,
  -- Compressed with zstd.
  body bytea not null,
  primary key (environment_id, submission_id, report),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
alter table kept_reports alter column body set storage external;
call fence('kept_reports');
