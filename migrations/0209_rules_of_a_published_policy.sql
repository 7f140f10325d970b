-- A published policy keeps the rules it was published with, each at the version that it had then:
-- by the id of the rule, its version. Null stands for rules as they are now, as for policies that the
-- release before publishes.
alter table policies add column published_rules jsonb;

update policies p
set published_rules = (
  select coalesce(jsonb_object_agg(r.id, r.version), '{}')
  from policy_versions v
  join rules r on r.environment_id = v.environment_id and r.id = any(v.rule_ids)
  where v.environment_id = p.environment_id and v.policy_id = p.id
    and v.version = p.published_version)
where p.published_version is not null;
