-- How often the counters of a bucket have moved is a counter as well, so that a reader knows which
-- buckets it has seen. What was counted before has moved once.
insert into portfolio_totals (environment_id, grain, facet, bucket, key, slot, count, sum)
select distinct environment_id, grain, 'change', bucket, '', slot, 1, 0 from portfolio_totals
on conflict do nothing;
