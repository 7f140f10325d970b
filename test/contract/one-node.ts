import { statementName } from '../../src/platform/db/statement-name.ts'
import type { Connection } from '../../src/platform/db/server/connect.ts'
import type { TestHouse } from '../context.ts'
import { listSpreadTables } from './citus.ts'
import { findRefusedForms } from './refused-forms.ts'

/** Messages to the database by their text, each with the values that it was sent with last. */
export type Sent = Map<string, unknown[]>

/** Takes down from now on what a house sends through `src/platform/db`: there is no other door. */
export function collectStatements({ house }: TestHouse): Sent {
  const sent: Sent = new Map()
  const heard = new WeakSet<object>()
  house.database.pool.on('acquire', (connection) => {
    if (heard.has(connection)) return
    heard.add(connection)
    const query = connection.query.bind(connection) as (...args: unknown[]) => unknown
    connection.query = ((...args: unknown[]) => {
      const { text, values = [] } = toMessage(args[0])
      if (text !== null) sent.set(text, values)
      return query(...args)
    }) as typeof connection.query
  })
  return sent
}

/** A statement of the door is an object, its openings are texts; those of tests are texts and values. */
function toMessage(message: unknown): { text: string | null; values?: unknown[] } {
  if (typeof message !== 'string') return message as { text: string; values: unknown[] }
  return { text: /^(?:begin|set local)\b/.test(message) ? message : null }
}

/** A fault that stays, of the statements that the pattern finds. */
export interface Exception {
  statement: RegExp
  fault: RegExp
  reason: string
}

/** The faults of these statements but for those that are excepted, with their statements. */
export async function findFaultsOnNodes(
  house: TestHouse,
  sent: Sent,
  exceptions: readonly Exception[],
): Promise<string[]> {
  const found = await listFaults(house, sent)
  const described = [...found].flatMap(([text, faults]) =>
    faults.map((fault) => describe(text, fault)),
  )
  return described.filter(
    (one) => !exceptions.some(({ statement, fault }) => statement.test(one) && fault.test(one)),
  )
}

/**
 * What Citus would refuse of each statement, or do on more than one node: PostgreSQL plans it on
 * tables that are in two parts by environment, as Citus has PostgreSQL plan it.
 */
export async function listFaults({ house }: TestHouse, sent: Sent): Promise<Map<string, string[]>> {
  const statements = [...sent]
  const connection = await house.database.pool.connect()
  const found = new Map<string, string[]>()
  try {
    await connection.query('begin; create schema nodes; set local search_path = nodes, public')
    await connection.query(await spreadTables(connection))
    for (const [text, values] of statements) {
      const nodes = await findNodes(connection, text, values)
      found.set(text, [...findRefusedForms(text), ...nodes])
    }
    return found
  } finally {
    await connection.query('rollback')
    connection.release(true)
  }
}

const SHOWN_CHARACTERS = 600

function describe(text: string, fault: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return `${statementName(text)}: ${fault}: ${line.slice(0, SHOWN_CHARACTERS)}`
}

/** Each table of environments once more, in two parts, with the keys that statements name. */
async function spreadTables(connection: Connection): Promise<string> {
  const tables = await listSpreadTables(connection)
  const made = tables.map(
    (
      table,
    ) => `create table nodes.${table} (like public.${table} including defaults including generated)
        partition by hash (environment_id);
      create table nodes.${table}__on_a partition of nodes.${table} for values with (modulus 2, remainder 0);
      create table nodes.${table}__on_b partition of nodes.${table} for values with (modulus 2, remainder 1)`,
  )
  const { rows } = await connection.query<{ key: string }>(
    `select coalesce('alter table nodes.' || t.relname || ' add ' || pg_get_constraintdef(k.oid),
         regexp_replace(pg_get_indexdef(i.indexrelid), ' ON (ONLY )?public\\.', ' ON nodes.')) as key
     from pg_index i join pg_class t on t.oid = i.indrelid
     left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u')
     where i.indisunique and t.relnamespace = 'public'::regnamespace and t.relname = any ($1)`,
    [tables],
  )
  return [...made, ...rows.map(({ key }) => key)].join(';\n')
}

/** Empty when the statement is for one node. */
async function findNodes(
  connection: Connection,
  text: string,
  values: unknown[],
): Promise<string[]> {
  if (!/^\s*(?:with|select|insert|update|delete)\b/i.test(text)) return []
  await connection.query('savepoint planned')
  try {
    const { rows } = await connection.query<{ 'QUERY PLAN': string }>(
      `explain (costs off) ${text}`,
      values,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    const nodes = new Set(plan.match(/__on_[ab]\b/g))
    const isLate = /Subplans Removed/.test(plan)
    return nodes.size > 1 || isLate ? ['is for more than one node'] : []
  } catch (error) {
    return [`cannot be planned: ${(error as Error).message}`]
  } finally {
    await connection.query('rollback to savepoint planned')
  }
}
