import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MIGRATIONS } from '../../src/house.ts'
import { useTestHouse } from '../context.ts'
import { matchGolden } from '../golden.ts'
import {
  CITUS_STAND_IN,
  citusScript,
  listSpreadTables,
  REFERENCE_TABLES,
  STILL_UNPLANNED,
  UNPLANNED,
} from './citus.ts'

/** What Citus would refuse to spread, or to add behind it, and how the stand-in says so. */
const UNFIT: { made: string; added?: string; fault: RegExp }[] = [
  { made: 'create table unfit (id uuid primary key)', fault: /no column environment_id/ },
  { made: 'create table unfit (environment_id uuid)', fault: /no column environment_id/ },
  {
    made: 'create table unfit (environment_id uuid not null, name text unique)',
    fault: /unique across nodes/,
  },
  {
    made: `create table unfit (environment_id uuid not null, submission uuid,
      foreign key (environment_id, submission) references submissions (environment_id, id))`,
    fault: /would be converted/,
  },
  {
    made: 'create table unfit (environment_id uuid not null, parent uuid not null, unique (parent, environment_id))',
    added: `alter table unfit add foreign key (environment_id, parent) references unfit (parent, environment_id)`,
    fault: /crosses nodes/,
  },
  {
    made: 'create table unfit (environment_id uuid not null, submission uuid)',
    added: `alter table unfit add foreign key (environment_id, submission)
      references submissions (environment_id, id) on delete set null (submission)`,
    fault: /would set environment_id to null/,
  },
  {
    made: 'create table unfit (environment_id uuid not null, id bigint generated always as identity)',
    fault: /from a sequence/,
  },
  {
    made: `create table unfit (environment_id uuid not null);
      create policy fenced on unfit using (environment_id in (select id from environments))`,
    fault: /has a subquery/,
  },
  {
    made: `create table unfit (environment_id uuid not null, name text);
      grant insert (name) on unfit to assay_app`,
    fault: /rights of its own/,
  },
  {
    made: `create table unfit (environment_id uuid not null);
      create function name_it(given unfit) returns text language sql return 'unfit'`,
    fault: /takes a row of unfit/,
  },
]

/** The migration that made `spread`. */
const SPREADS_SINCE = '0310'

describe('the schema on many nodes', () => {
  const house = useTestHouse({}, { worker: false })

  /** The script, run against functions that refuse what Citus refuses; all is rolled back. */
  async function spread(made = '', added = ''): Promise<{ name: string; isReference: boolean }[]> {
    const script = await citusScript(house.house.database.pool)
    const connection = await house.house.database.pool.connect()
    try {
      const own =
        made && `select create_distributed_table('unfit', 'environment_id', 'submissions');`
      const calls = `${script} ${own}`.replaceAll('select create_', 'select pg_temp.create_')
      await connection.query(
        `begin; ${made}; ${CITUS_STAND_IN} ${calls} ${added}; select pg_temp.check_keys()`,
      )
      const { rows } = await connection.query(
        `select name::text, is_reference as "isReference" from pg_temp.spread order by 1`,
      )
      return rows
    } finally {
      await connection.query('rollback')
      connection.release()
    }
  }

  test('is spread by a script that is the reviewed one', async () => {
    matchGolden('migrations/citus.sql', await citusScript(house.house.database.pool))
  })

  test('is spread whole: each table by environment, or on every node', async () => {
    const { rows } = await house.house.database.pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace
         and relkind in ('r', 'p') and not relispartition and relname <> 'migrations' order by 1`,
    )
    const done = await spread()
    assert.deepEqual(
      done.map(({ name }) => name).toSorted(),
      rows.map(({ name }) => name).toSorted(),
    )
    const everywhere = done.filter(({ isReference }) => isReference).map(({ name }) => name)
    assert.deepEqual(new Set(everywhere), new Set(REFERENCE_TABLES))
  })

  test('has no function of tables of environments that Citus cannot plan, but for the known ones', async () => {
    const { pool } = house.house.database
    const { rows } = await pool.query<{ name: string }>(UNPLANNED, [await listSpreadTables(pool)])
    assert.deepEqual(rows.map(({ name }) => name).toSorted(), STILL_UNPLANNED.toSorted())
  })

  test('gets each later table too', () => {
    const later = MIGRATIONS.filter(({ name }) => name > SPREADS_SINCE)
    for (const { name, text } of later) {
      const fenced = [...text.matchAll(/^call fence\('(?<table>\w+)'\)/gm)]
      for (const { groups } of fenced)
        assert.match(text, new RegExp(`^call spread\\('${groups!.table}'\\)`, 'm'), name)
    }
  })

  for (const { made, added, fault } of UNFIT) {
    test(`would not be with a table that ${fault.source}`, async () => {
      await assert.rejects(spread(made, added), fault)
    })
  }
})
