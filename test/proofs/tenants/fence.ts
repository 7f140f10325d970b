import type { PoolClient } from 'pg'
import type { TestHouse, TestTenant } from '../../context.ts'
import { callerFor, isWrite, makeCall, send } from '../../contract/walk.ts'
import { ROUTES } from '../../../src/resources/index.ts'
import type { Proof, Trial } from '../proof.ts'
import { inHouse } from '../stage.ts'

/** Statements without any filter of ours, on a table of rows that are another's: `$1`. */
const STATEMENTS: Record<string, (table: string) => string> = {
  select: (table) => `select 1 from ${table} where environment_id = $1`,
  update: (table) =>
    `update ${table} set environment_id = environment_id where environment_id = $1`,
  delete: (table) => `delete from ${table} where environment_id = $1`,
  insert: (table) => `insert into ${table} select (jsonb_populate_record(null::${table}, $1)).*`,
}

/**
 * Row security alone: the application's role, with every filter of the application left out. What a
 * statement of ours forgot, the database does not forget.
 */
export const fenceProof: Proof = {
  name: 'fence',
  promise:
    'Without any filter of the application the database shows and changes nothing of another’s',
  tries: 'statements on tables',
  prove: (trial) =>
    inHouse(async (house) => {
      const [owner, other] = [await house.tenant(), await house.tenant()]
      await fill(trial, house, owner)
      const tables = await readTables(house, owner)
      for (const attempt of attemptsOn(tables, owner, other))
        await proveStatement(trial, house, attempt)
    }),
}

/** Rows in as many tables as the API can fill. */
async function fill(trial: Trial, house: TestHouse, owner: TestTenant): Promise<void> {
  const writes = ROUTES.filter((declared) => declared.scope !== null && isWrite(declared))
  for (const declared of trial.some(writes, 12)) {
    const caller = callerFor(owner, declared)
    await send(caller, await makeCall(caller, declared))
  }
  await house.settle()
  await house.house.usage.flush()
}

interface Table {
  name: string
  /** One of the owner's rows; null where there is none. */
  row: object | null
  /** What stands above the environments is reached by named functions alone. */
  isReadable: boolean
}

async function readTables({ house }: TestHouse, owner: TestTenant): Promise<Table[]> {
  const { pool } = house.database
  const { rows } = await pool.query<{ name: string; isReadable: boolean }>(
    `select c.relname as name, has_table_privilege('assay_app', c.oid, 'select') as "isReadable"
     from pg_class c
     join pg_attribute e on e.attrelid = c.oid and e.attname = 'environment_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  const tables = rows.map(async ({ name, isReadable }) => {
    const query = `select to_jsonb(t) as row from ${name} t where environment_id = $1 limit 1`
    const found = await pool.query<{ row: object }>(query, [owner.environments.live])
    return { name, row: found.rows[0]?.row ?? null, isReadable }
  })
  return Promise.all(tables)
}

interface Attempt {
  what: string
  text: string
  /** The environment that the connection is set to; the owner's own is the control. */
  setting: string
  values: unknown[]
  /** Whether rows must be reached. */
  isOwn: boolean
}

function attemptsOn(tables: readonly Table[], owner: TestTenant, other: TestTenant): Attempt[] {
  const { live, test } = owner.environments
  const settings = {
    'no environment': '',
    'another tenant': other.environments.live,
    'the other mode': test,
  }
  return tables.flatMap(({ name, row, isReadable }) => [
    ...Object.entries(settings).flatMap(([who, setting]) =>
      Object.entries(STATEMENTS).map(([verb, statementOn]): Attempt => {
        const values = verb === 'insert' ? [row ?? { environment_id: live }] : [live]
        return {
          what: `${verb} on ${name} with ${who}`,
          text: statementOn(name),
          setting,
          values,
          isOwn: false,
        }
      }),
    ),
    ...(row && isReadable ? [buildControl(name, live)] : []),
  ])
}

/** Its owner reads the row: without this, a wrong setting would prove anything. */
function buildControl(name: string, setting: string): Attempt {
  const text = STATEMENTS.select!(name)
  return { what: `select on ${name} by its owner`, text, setting, values: [setting], isOwn: true }
}

async function proveStatement(trial: Trial, { house }: TestHouse, attempt: Attempt): Promise<void> {
  const client: PoolClient = await house.database.pool.connect()
  trial.tried()
  try {
    await client.query('begin')
    await client.query('set local role assay_app')
    const { setting } = attempt
    if (setting !== '') await client.query(`set local app.environment_id = '${setting}'`)
    const count = await countRows(client, attempt)
    const finding = attempt.isOwn ? 'broken' : 'leaked'
    trial.hold(attempt.isOwn === count > 0, `${attempt.what} reached ${count} rows`, finding)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Rows that a statement reached; what the database refuses reaches none. */
async function countRows(client: PoolClient, { text, values }: Attempt): Promise<number> {
  try {
    return (await client.query(text, values)).rowCount ?? 0
  } catch {
    return 0
  }
}
