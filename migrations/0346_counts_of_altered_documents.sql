-- What may have been altered is counted as the queue shows it: stored counters are counted anew.
insert into jobs (environment_id, id, kind, payload, unique_key)
select distinct s.environment_id, gen_random_uuid(), 'rebuild-portfolio', '{}'::jsonb, ''
from (select distinct environment_id from submissions) s
on conflict do nothing;
