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

interface Table {
  name: string
  needs: string[]
}

/** The script that spreads a migrated database over nodes, written from the catalogue. */
export async function citusScript(pool: Pool): Promise<string> {
  const tables = inOrder(await listTables(pool))
  const references = tables.filter((name) => REFERENCE_TABLES.includes(name))
  const spread = tables.filter((name) => ![...references, ...LOCAL_TABLES].includes(name))
  const rest = spread.filter((name) => name !== ANCHOR)
  const anchored = `, colocate_with => 'none', shard_count => ${SHARDS}`
  return `-- Spreads a migrated database over the nodes of Citus, by environment. Generated: npm run golden
--
-- Run it once, on the coordinator, after \`create extension citus\` and after the nodes were added, while
-- the service is stopped. docs/scale.md says what else changes then, and what was not tried.

-- Row security reads app.environment_id, which every transaction sets for itself.
do $$ begin
  execute format('alter database %I set citus.propagate_set_commands = ''local''', current_database());
end $$;

-- On every node in full.
${references.map((name) => `select create_reference_table('${name}');`).join('\n')}

-- By environment, all rows of one on the same node.
${line(ANCHOR, anchored)}
${rest.map((name) => line(name, `, colocate_with => '${ANCHOR}'`)).join('\n')}
`
}

function line(name: string, where: string): string {
  return `select create_distributed_table('${name}', 'environment_id'${where});`
}

async function listTables(pool: Pool): Promise<Table[]> {
  const { rows } = await pool.query<Table>(
    `select c.relname as name,
       array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
         where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition
     order by c.relname <> '${ANCHOR}', c.relname`,
  )
  return rows
}

/** Each after those that its keys point to, as Citus wants them. */
function inOrder(tables: Table[]): string[] {
  const placed: string[] = []
  while (placed.length < tables.length) {
    const next = tables.find(
      ({ name, needs }) => !placed.includes(name) && needs.every((need) => placed.includes(need)),
    )
    if (!next) throw new Error('Foreign keys run in a circle')
    placed.push(next.name)
  }
  return placed
}

/**
 * Functions of the names that the script calls, which refuse what Citus documents that it refuses:
 * https://docs.citusdata.com/en/stable/develop/reference_ddl.html. They note what they took.
 */
export const CITUS_STAND_IN = `
create temp table spread (name regclass primary key, is_reference boolean not null);

create function pg_temp.refuse(fault text) returns void language plpgsql as $$
begin raise exception '%', fault; end $$;

create function pg_temp.create_reference_table(t regclass) returns void language plpgsql as $$
begin
  perform pg_temp.refuse(t || ' points to ' || confrelid::regclass || ', which is no reference table')
  from pg_constraint where contype = 'f' and conrelid = t and confrelid <> t
    and not exists (select from spread where name = confrelid and is_reference);
  insert into spread values (t, true);
end $$;

create function pg_temp.create_distributed_table(t regclass, by name, colocate_with text default 'default',
  shard_count int default null) returns void language plpgsql as $$
declare place smallint;
begin
  select attnum into place from pg_attribute
  where attrelid = t and attname = by and attnotnull and atttypid = 'uuid'::regtype;
  if place is null then perform pg_temp.refuse(t || ' has no column ' || by || ' to spread it by'); end if;
  if colocate_with <> 'none' and not exists (select from spread where name = colocate_with::regclass and not is_reference)
  then perform pg_temp.refuse(colocate_with || ' is not spread yet'); end if;
  perform pg_temp.refuse(indexrelid::regclass || ' is unique across nodes')
  from pg_index where indrelid = t and (indisunique or indisexclusion) and not place = any (indkey::smallint[]);
  perform pg_temp.refuse(t || ' has the trigger ' || tgname)
  from pg_trigger where tgrelid = t and not tgisinternal;
  perform pg_temp.refuse(conname || ' crosses nodes')
  from pg_constraint k left join spread s on s.name = k.confrelid
  where contype = 'f' and conrelid = t and not coalesce(s.is_reference, false)
    and (confrelid <> t and s.name is null
      or not exists (
        select from unnest(conkey, confkey) as pair (own, other)
        join pg_attribute o on o.attrelid = confrelid and o.attnum = other and o.attname = by
        where own = place));
  perform pg_temp.refuse(conname || ' would set ' || by || ' to null')
  from pg_constraint where contype = 'f' and conrelid = t and confdeltype in ('n', 'd')
    and (confdelsetcols is null or place = any (confdelsetcols));
  perform pg_temp.refuse(t || ' hands out numbers from a sequence')
  from pg_depend where refobjid = t and deptype in ('a', 'i')
    and classid = 'pg_class'::regclass and (select relkind from pg_class where oid = objid) = 'S';
  insert into spread values (t, false);
end $$;
`
