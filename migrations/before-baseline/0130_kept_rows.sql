-- The rows of a submission as the columns that its numbers are computed from, at one version of its
-- data. They follow from the transactions: whoever finds none reads those, and any may be deleted.
create table kept_rows (
  environment_id uuid not null,
  submission_id uuid not null,
  data_version bigint not null,
  -- Of the bytes; those of another format are not read.
  format integer not null,
  -- Compressed with zstd.
  body bytea not null,
  primary key (environment_id, submission_id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
-- The bytes are compressed already.
alter table kept_rows alter column body set storage external;
call fence('kept_rows');
