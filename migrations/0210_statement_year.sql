-- The year in which a statement ends, as the caller gives it for print that names none. The last
-- release does not know the column and reads such a statement without it.
alter table documents add column statement_year smallint;
