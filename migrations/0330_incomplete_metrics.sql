-- Which of a deal's kept metrics come of incomplete data, by key: a rule that they meet is reviewed, in a
-- back-test as in an evaluation. Snapshots of before name none until their deal is processed again; the
-- last release neither reads nor writes it.
alter table metric_snapshots add column partial jsonb not null default '{}'::jsonb;
