-- The metrics of now stay in their row as they are, so that reading some of them opens nothing; what
-- was before is looked at seldom and goes out of the row when both do not fit.

alter table metric_snapshots alter column metrics set storage main;
alter table metric_snapshots alter column previous set storage external;

-- Back-tests take the submissions that were processed last.
create index submissions_by_processed
  on submissions (environment_id, processed_at desc, id desc) where processed_at is not null;
