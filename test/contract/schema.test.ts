import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MIGRATIONS } from '../../src/house.ts'
import { openPool } from '../../src/platform/db/server/connect.ts'
import { migrate, type Migration } from '../../src/platform/db/server/migrate.ts'
import { useTestHouse, withEmptyDatabase } from '../context.ts'
import { matchGolden } from '../golden.ts'
import { dumpDatabase, dumpSchema } from '../schema-dump.ts'

/** Above the environments: tenants, people, the house's own, the registry of merchants. */
const ABOVE = [
  'tenants',
  'environments',
  'migrations',
  'house_secrets',
  'sealing_keys',
  'registry_merchants',
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

/** Each query finds what breaks a rule of migrations/README.md; none may find anything. */
const RULES = [
  {
    rule: 'a primary key begins with environment_id',
    query: `select c.relname as fault from pg_index i join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where i.indisprimary and c.relnamespace = 'public'::regnamespace and a.attname <> 'environment_id' and c.relname <> all ($1)`,
  },
  {
    rule: 'a unique key begins with environment_id',
    query: `select i.indexrelid::regclass::text as fault from pg_index i join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where i.indisunique and c.relnamespace = 'public'::regnamespace and a.attname <> 'environment_id'
        and c.relname <> all ($1) and i.indexrelid::regclass::text <> 'api_keys_key_hash_key'`,
  },
  {
    rule: 'a foreign key between environments’ tables carries environment_id',
    query: `select k.conname as fault from pg_constraint k join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace and t.relname <> all ($1)
        and not exists (select from pg_attribute a where a.attrelid = k.conrelid and a.attnum = k.conkey[1] and a.attname = 'environment_id')`,
  },
  {
    rule: 'row security is enabled and forced',
    query: `select relname as fault from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and relname <> all ($1) and not (relrowsecurity and relforcerowsecurity)`,
  },
  {
    rule: 'the application role has a policy on every table of environments, with a check on writes',
    query: `select relname as fault from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and relname <> all ($1) and not exists (select from pg_policy p where p.polrelid = c.oid and p.polwithcheck is not null
        and 'assay_app'::regrole = any (p.polroles))`,
  },
  {
    rule: 'a policy has no subquery: Citus takes none, and a partition must never fail for one',
    query: `select polrelid::regclass || ' ' || polname as fault from pg_policy
      where coalesce(polqual::text, '') || coalesce(polwithcheck::text, '') like '%SUBLINK%' and $1::text[] is not null`,
  },
  {
    rule: 'the application role owns nothing and cannot bypass the fence',
    query: `select relname as fault from pg_class where pg_get_userbyid(relowner) in ('assay_app', 'assay_system')
      union all select rolname from pg_roles where rolname in ('assay_app', 'assay_system') and (rolsuper or rolbypassrls or rolcanlogin or rolcreaterole)
      and $1::text[] is not null`,
  },
  {
    rule: 'a definer function belongs to the system role, pins its search path and is closed to the public',
    query: `select proname as fault from pg_proc where pronamespace = 'public'::regnamespace and prosecdef and $1::text[] is not null
      and (pg_get_userbyid(proowner) <> 'assay_system' or proconfig is null or has_function_privilege('public', oid, 'execute'))`,
  },
  {
    rule: 'a definer function looks in pg_temp last, where anybody can make tables',
    query: `select oid::regprocedure::text as fault from pg_proc where pronamespace = 'public'::regnamespace
      and prosecdef and $1::text[] is not null
      and not coalesce((select setting ~ ', pg_temp$' from unnest(proconfig) setting where setting like 'search_path=%'), false)`,
  },
  {
    rule: 'an instant has milliseconds, which is what JavaScript can hold',
    query: `select attrelid::regclass || '.' || attname as fault from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and atttypid = 'timestamptz'::regtype
        and atttypmod <> 3 and not attisdropped and $1::text[] is not null`,
  },
  {
    rule: 'no sequence hands out ids',
    query: `select relname as fault from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' and $1::text[] is not null`,
  },
]

describe('the schema', () => {
  const house = useTestHouse({}, { worker: false })

  for (const { rule, query } of RULES) {
    test(rule, async () => {
      const { rows } = await house.house.database.pool.query<{ fault: string }>(query, [ABOVE])
      assert.deepEqual(
        rows.map(({ fault }) => fault),
        [],
      )
    })
  }

  test('is the reviewed one', async () => {
    matchGolden('migrations/schema.sql', await dumpSchema(house.house.database.pool))
  })

  test('without an environment the application sees no row of any table', async () => {
    await house.tenant()
    const { rows } = await house.house.database.pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1)`,
      [ABOVE],
    )
    assert.ok(rows.length > 15)
    for (const { name } of rows) {
      const count = await house.house.database.withSystem((db) =>
        db.connection.query(`select 1 from ${name}`).then((result) => result.rowCount),
      )
      assert.equal(count, 0, name)
    }
  })
})

describe('the baseline', () => {
  const chain = MIGRATIONS.map(({ name, text }) => ({ name, text }))

  test('leaves an empty database as every migration one by one does: schema, rights and rows', async () => {
    assert.deepEqual(await dumpAfter([MIGRATIONS]), await dumpAfter([chain]))
  })

  test('is not for a database that has some of its migrations: it gets the others', async () => {
    const upgraded = await dumpAfter([chain.slice(0, 30), MIGRATIONS])
    assert.deepEqual(upgraded, await dumpAfter([MIGRATIONS]))
  })

  test('is not for a backup that stops before its end', async () => {
    const older = MIGRATIONS.slice(
      0,
      MIGRATIONS.findIndex(({ baseline }) => baseline),
    )
    assert.deepEqual(await dumpAfter([older]), await dumpAfter([chain.slice(0, older.length)]))
  })
})

/** An empty database after migrations to each of these lists in turn. */
async function dumpAfter(lists: readonly (readonly Migration[])[]): Promise<string[]> {
  let dump: string[] = []
  await withEmptyDatabase(async (connectionString) => {
    const pool = openPool({ connectionString, connectionsMax: 2 })
    try {
      for (const list of lists) {
        await migrate(pool, list, async (connection) => {
          await connection.query('call make_partitions()')
        })
      }
      dump = await dumpDatabase(pool)
    } finally {
      await pool.end()
    }
  })
  return dump
}
