import { randomUUID } from 'node:crypto'
import type { QueryResult } from 'pg'
import type { Connection, Pool } from '../src/platform/db/server/connect.ts'

/** One message to the database, as the service sent it, and how many rows it was about. */
export interface Statement {
  /** Of a statement whose plan is kept. */
  name?: string
  text: string
  values: unknown[]
  rowCount: number | null
}

/** Texts that differ in every repetition, with how a new one is made. */
export type Fresh = Map<string, () => string>

// 0193a2f4-5c1e-7b52-9d7e-2f6a4c1d8e90, evt_0193a2f45c1e7b529d7e2f6a4c1d8e90
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=[a-z]_)[0-9a-f]{32}/g

type SqlQuery = Omit<Statement, 'rowCount'>

/** Every statement that the pool's connections run while `work` runs, in order. */
async function recordSql(pool: Pool, work: () => Promise<void>): Promise<Statement[]> {
  const recorded: Statement[] = []
  const listen = (connection: Connection): void => {
    const { query } = connection
    const send = query.bind(connection) as (sqlQuery: SqlQuery) => Promise<QueryResult>
    const record = async (sqlQuery: string | SqlQuery): Promise<QueryResult> => {
      const sent = typeof sqlQuery === 'string' ? { text: sqlQuery, values: [] } : sqlQuery
      const statement: Statement = { ...sent, rowCount: null }
      recorded.push(statement)
      const result = await send(sent)
      statement.rowCount = result.rowCount ?? null
      return result
    }
    connection.query = record as unknown as typeof query
    pool.once('release', () => void (connection.query = query))
  }
  pool.on('acquire', listen)
  await work()
  pool.off('acquire', listen)
  return recorded
}

/** The ids that the first request made up: those that a second one like it does not have. */
export function findFreshIds(first: readonly Statement[], second: readonly Statement[]): Fresh {
  const kept = new Set(listIds(second))
  const made = listIds(first).filter((id) => !kept.has(id))
  return new Map(made.map((id) => [id, id.includes('-') ? randomUUID : plainUUID]))
}

function listIds(statements: readonly Statement[]): string[] {
  const texts = statements.flatMap(({ values }) => values).flatMap(textsIn)
  return texts.flatMap((text) => text.match(ID) ?? [])
}

/** A value's texts: itself, or those of a list, such as the ids of several jobs. */
function textsIn(value: unknown): string[] {
  return [value].flat().filter((text) => typeof text === 'string')
}

function plainUUID(): string {
  return randomUUID().replaceAll('-', '')
}

/**
 * Runs the statements again, each time on one connection and with new texts for the fresh ones.
 * Throws when a statement is about another number of rows than when it was recorded.
 */
export function createReplayer(
  pool: Pool,
  statements: readonly Statement[],
  fresh: Fresh,
): () => Promise<void> {
  const pattern = new RegExp([...fresh.keys()].map(RegExp.escape).join('|'), 'g')
  const isFresh = (value: unknown): boolean =>
    textsIn(value).some((text) => text.match(pattern) !== null)
  const plans = statements.map((statement) => ({
    ...statement,
    places: [...statement.values.keys()].filter((index) => isFresh(statement.values[index])),
  }))
  return async () => {
    const renewed = new Map([...fresh].map(([id, make]) => [id, make()]))
    const renew = (value: unknown): unknown =>
      typeof value === 'string' ? value.replace(pattern, (id) => renewed.get(id)!) : value
    const connection = await pool.connect()
    try {
      for (const { places, rowCount, ...sqlQuery } of plans) {
        const { text, values } = sqlQuery
        const own = [...values]
        for (const place of places) {
          const value = own[place]
          own[place] = Array.isArray(value) ? value.map(renew) : renew(value)
        }
        const result = await connection.query({ ...sqlQuery, values: own })
        if ((result.rowCount ?? null) !== rowCount)
          throw new Error(`${result.rowCount} rows: ${text}`)
      }
      connection.release()
    } catch (error) {
      // A connection inside a failed transaction is of no use to the next.
      connection.release(true)
      throw error
    }
  }
}

const TURNS = 5

/**
 * What a piece of work sends, several times, the usual count of statements first: what upkeep does
 * at the same moment is recorded as well, and what another connection sent is missing.
 */
export async function recordAlone(
  pool: Pool,
  work: (turn: number) => Promise<void>,
): Promise<{ turn: number; statements: Statement[] }[]> {
  const taken: { turn: number; statements: Statement[] }[] = []
  for (let turn = 0; turn < TURNS; turn += 1)
    taken.push({ turn, statements: await recordSql(pool, () => work(turn)) })
  const alike = Map.groupBy(taken, ({ statements }) => statements.length)
  const groups = [...alike].toSorted(([a, one], [b, other]) => other.length - one.length || a - b)
  return groups.flatMap(([, group]) => group)
}
