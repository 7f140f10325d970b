-- A job that could not be done for load is planned again and counted apart from its attempts. Workers
-- of the last release know neither, and count such a job as failed.
alter table jobs add column postponed smallint not null default 0;
