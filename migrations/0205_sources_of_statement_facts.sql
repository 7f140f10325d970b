-- Where a statement's currency is from, and which of its edges its rows show that no print does.
-- Null and none for statements that were read before.
alter table statements
  add column currency_source text
    check (currency_source in ('printed', 'derived', 'setting', 'assumed', 'stated')),
  add column derived_edges text[] not null default '{}';
