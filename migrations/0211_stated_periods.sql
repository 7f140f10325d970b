-- What callers state of the days that their data covers: of an account each range that came with rows
-- or with a change of the account, of a document the range where it prints none. Each with the balance
-- before its first day, in minor units, or null.
alter table accounts add column stated_periods jsonb not null default '[]';
alter table documents add column stated_period jsonb;
