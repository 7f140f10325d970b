-- The documents that a file of several pages seems to hold; null where nobody has looked.
alter table documents add column segments jsonb;
