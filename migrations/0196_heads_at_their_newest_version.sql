-- Two changes of a rule or policy at once could leave it at a version behind the newest one that is
-- kept: what was acknowledged last was not in force, and every further change collided with it. Such a
-- rule says again what its newest version says; a policy reads its content from there.

update rules r
set version = v.version, body = v.body, updated_at = now(),
  metrics = array(
    select distinct named #>> '{}'
    from jsonb_path_query(v.body, 'strict $.**.metric ? (@.type() == "string")') as named
    order by 1)
from rule_versions v
where v.environment_id = r.environment_id and v.rule_id = r.id and v.version > r.version
  and not exists (
    select from rule_versions o
    where o.environment_id = v.environment_id and o.rule_id = v.rule_id and o.version > v.version);

update policies p
set version = v.version, updated_at = now()
from (
  select environment_id, policy_id, max(version) as version from policy_versions
  group by environment_id, policy_id) v
where v.environment_id = p.environment_id and v.policy_id = p.id and v.version > p.version;
