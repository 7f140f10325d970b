import type { Pool } from '../../src/platform/db/server/connect.ts'

/** Tables that every node has in full: few rows, read beside those of any tenant. */
export const REFERENCE_TABLES = [
  'tenants',
  'environments',
  // Its key hash is unique across tenants: a request knows no environment until it is found.
  'api_keys',
  'house_secrets',
  'sealing_keys',
  'registry_merchants',
  // People and what they sign in with: of an organization at most, and found before one is known.
  'users',
  'memberships',
  'invitations',
  'sessions',
  'mfa_factors',
  'recovery_codes',
  'access_tokens',
  'oauth_grants',
  'oauth_records',
  'attempts',
]

/** Stays where migrations run. */
const LOCAL_TABLES = ['migrations']

/** All others lie with this one: rows of an environment are on one node together. */
const ANCHOR = 'submissions'
const SHARDS = 64

type Connected = Pick<Pool, 'query'>

/** The tables of environments, the one that the others lie with first. */
export async function listSpreadTables(pool: Connected): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> all ($1)
     order by relname <> '${ANCHOR}', relname`,
    [[...REFERENCE_TABLES, ...LOCAL_TABLES]],
  )
  return rows.map(({ name }) => name)
}

interface Key {
  dropped: string
  added: string
}

/**
 * Every foreign key, without what a deletion would set to null: Citus knows no list of columns
 * there.
 */
async function listKeys(pool: Connected): Promise<Key[]> {
  const { rows } = await pool.query<{ target: string; name: string; definition: string }>(
    `select conrelid::regclass::text as target, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
     order by 1, 2`,
  )
  return rows.map(({ target, name, definition }) => ({
    dropped: `alter table ${target} drop constraint ${name};`,
    added: `alter table ${target} add constraint ${name} ${definition.replace(SETS_NULL, '')};`,
  }))
}

// … ON DELETE SET NULL (duplicate_of)
const SETS_NULL = / ON DELETE SET NULL \([a-z_, ]+\)/

/** The script that spreads a migrated database over nodes, written from the catalogue. */
export async function citusScript(pool: Connected): Promise<string> {
  const keys = await listKeys(pool)
  const [, ...rest] = await listSpreadTables(pool)
  const anchored = `, colocate_with => 'none', shard_count => ${SHARDS}`
  return `-- Spreads a migrated database over the nodes of Citus, by environment. Generated: npm run golden
--
-- Run it once, on the coordinator, after \`create extension citus\` and after the nodes were added, while
-- the service is stopped. docs/scale.md says what else changes then, and what was not tried.

-- Row security reads app.environment_id, which every transaction sets for itself.
do $$ begin
  execute format('alter database %I set citus.propagate_set_commands = ''local''', current_database());
end $$;

-- Citus goes to the nodes as the role of the transaction, in a time zone of that role.
alter role assay_app login;
alter role assay_system login;
alter role assay_app set timezone = 'UTC';
alter role assay_system set timezone = 'UTC';

-- For a new row with a key to these Citus locks them on every node, which needs the right to change
-- them; row security lets the application change none.
${LOCKED.map(lockable).join('\n')}

-- Rights on columns do not reach the nodes, so a policy says what the application writes of an entry: the
-- clocks of nodes differ by less than a minute.
revoke insert on audit_log from assay_app;
grant insert on audit_log to assay_app;
create policy unchained on audit_log as restrictive for insert to assay_app with check (
  sequence is null and hash is null and previous_hash is null
  and at between now() - interval '1 minute' and now() + interval '1 minute');

-- Nodes know no type of a row; only the release before calls it.
drop function audit_text(audit_log);

-- A table to which keys point would take the others with it.
${keys.map(({ dropped }) => dropped).join('\n')}

-- On every node in full.
${REFERENCE_TABLES.map((name) => `select create_reference_table('${name}');`).join('\n')}

-- By environment, all rows of one on the same node.
${line(ANCHOR, anchored)}
${rest.map((name) => line(name, `, colocate_with => '${ANCHOR}'`)).join('\n')}

${keys.map(({ added }) => added).join('\n')}
`
}

function line(name: string, where: string): string {
  return `select create_distributed_table('${name}', 'environment_id'${where});`
}

/** What the keys of API keys and of the tables of environments point to. */
const LOCKED = ['tenants', 'environments']

function lockable(name: string): string {
  return `alter table ${name} enable row level security;
create policy readable on ${name} for select to assay_app using (true);
create policy system_access on ${name} to assay_system using (true) with check (true);
grant update on ${name} to assay_app, assay_system;`
}

/** SQL functions of tables of environments, and those that find their environment by a setting. */
export const UNPLANNED = `
  select p.oid::regprocedure::text as name from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.proname <> 'fence'
    and (prolang = (select oid from pg_language where lanname = 'sql') and exists (
        select from pg_depend d join pg_class c on d.refclassid = 'pg_class'::regclass and c.oid = d.refobjid
        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and c.relname = any ($1))
      or coalesce(pg_get_function_sqlbody(p.oid), p.prosrc)
        ~ '(environment_id|tenant_id|own\\.id) = \\(?(current_environment\\(\\)|SELECT current_environment)')`

/** Of which docs/scale.md says that they fail on Citus, and those of the last release alone. */
export const STILL_UNPLANNED = [
  // Of the last release.
  'audit_text(audit_log)',
  'claim_idempotency_key(text,text,uuid,interval)',
  'system_match_descriptors(text,date,integer)',
  'system_search_descriptors(text,text,date,integer)',
  'system_search_merchants(text,text,boolean,integer)',
  'system_search_submissions(text,text,boolean,integer)',
  'system_claim_jobs(text[],integer,interval,integer,uuid[],integer[])',
  'system_next_due_ms()',
  'system_next_job_ms()',
  // The queue.
  'system_claim_jobs(text[],integer,interval,integer,integer)',
  'system_queue_by_kind()',
  'system_queue_state()',
  'system_reclaim_jobs()',
  'system_renew_leases(uuid[],bigint[],interval)',
  'system_trace_of_job(uuid,uuid)',
  // Upkeep.
  'system_due_crm_integrations(integer)',
  'system_due_workflows(integer)',
  'system_list_due_links(integer)',
  'system_list_due_mailboxes(integer)',
  'system_overdue_workflow_runs(integer,integer)',
  'system_purge_deliveries(integer,integer)',
  'system_purge_idempotency_keys(integer)',
  'system_purge_request_log(integer,integer)',
  'system_purge_workflow_steps(integer,integer)',
  'system_unowned_files(uuid,text[])',
  // Across environments, to find one.
  'managed_environments()',
  'system_audit_heads()',
  'system_find_links_of_item(text,text)',
  'system_find_links_of_session(text,text)',
  'system_find_mail_address(text)',
  'system_find_mail_hook(text)',
  'system_find_upload_link(text)',
  'system_find_workflow_hook(text)',
  'system_managed_environments()',
  'system_network_peers(uuid,integer)',
  'system_plain_environments()',
  'system_unsealed_environments()',
]

/**
 * Functions of the names that the script calls, which refuse what Citus 13.2 was seen to refuse or
 * documents: https://docs.citusdata.com/en/stable/develop/reference_ddl.html. They note what they
 * took; `check_keys` is for the keys that are added behind them.
 */
export const CITUS_STAND_IN = `
create temp table spread (name regclass primary key, is_reference boolean not null);

create function pg_temp.refuse(fault text) returns void language plpgsql as $$
begin raise exception '%', fault; end $$;

create function pg_temp.refuse_pointing(t regclass) returns void language plpgsql as $$
begin
  perform pg_temp.refuse(t || ' would be converted with its key ' || conname)
  from pg_constraint where contype = 'f' and conparentid = 0 and conrelid <> confrelid
    and (confrelid = t and conrelid not in (select name from spread)
      or conrelid = t and confrelid not in (select name from spread));
end $$;

create function pg_temp.create_reference_table(t regclass) returns void language plpgsql as $$
begin
  perform pg_temp.refuse_pointing(t);
  insert into spread values (t, true);
end $$;

create function pg_temp.check_keys() returns void language plpgsql as $$
begin
  perform pg_temp.refuse(conname || ' crosses nodes')
  from pg_constraint k
  join spread own on own.name = k.conrelid
  left join spread other on other.name = k.confrelid
  where contype = 'f' and not coalesce(other.is_reference, false) and (own.is_reference
    or not exists (
      select from unnest(conkey, confkey) as pair (mine, theirs)
      join pg_attribute m on m.attrelid = conrelid and m.attnum = mine and m.attname = 'environment_id'
      join pg_attribute o on o.attrelid = confrelid and o.attnum = theirs and o.attname = 'environment_id'));
  perform pg_temp.refuse(conname || ' would set environment_id to null')
  from pg_constraint k join spread own on own.name = k.conrelid and not own.is_reference
  where contype = 'f' and confdeltype in ('n', 'd');
end $$;

create function pg_temp.create_distributed_table(t regclass, by name, colocate_with text default 'default',
  shard_count int default null) returns void language plpgsql as $$
declare place smallint;
begin
  perform pg_temp.refuse_pointing(t);
  select attnum into place from pg_attribute
  where attrelid = t and attname = by and attnotnull and atttypid = 'uuid'::regtype;
  if place is null then perform pg_temp.refuse(t || ' has no column ' || by || ' to spread it by'); end if;
  if colocate_with <> 'none' and not exists (select from spread where name = colocate_with::regclass and not is_reference)
  then perform pg_temp.refuse(colocate_with || ' is not spread yet'); end if;
  perform pg_temp.refuse(indexrelid::regclass || ' is unique across nodes')
  from pg_index where indrelid = t and (indisunique or indisexclusion) and not place = any (indkey::smallint[]);
  perform pg_temp.refuse(t || ' has the trigger ' || tgname)
  from pg_trigger where tgrelid = t and not tgisinternal;
  perform pg_temp.refuse(t || ' hands out numbers from a sequence')
  from pg_depend where refobjid = t and deptype in ('a', 'i')
    and classid = 'pg_class'::regclass and (select relkind from pg_class where oid = objid) = 'S';
  perform pg_temp.refuse('a policy of ' || t || ' has a subquery or reads a table: ' || polname)
  from pg_policy p where polrelid = t and coalesce(polqual::text, '') || coalesce(polwithcheck::text, '') like '%SUBLINK%';
  perform pg_temp.refuse(t || '.' || attname || ' has rights of its own, which the nodes do not get')
  from pg_attribute where attrelid = t and attacl is not null;
  perform pg_temp.refuse(oid::regprocedure || ' takes a row of ' || t)
  from pg_proc where exists (select from pg_type where typrelid = t and oid = any (proargtypes::oid[]));
  insert into spread values (t, false);
end $$;
`
