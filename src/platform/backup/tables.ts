import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Connection } from '../db/server/connect.ts'

/** A table with the columns that can be written, after every table that its keys point to. */
export interface CopiedTable {
  name: string
  columns: string[]
}

/** What migrations and the code itself bring, so that no backup holds it. */
const OF_THE_CODE = ['migrations', 'registry_merchants']

/** The tables in an order in which they can be filled; partitions are their parent. */
export async function listTables(connection: Connection): Promise<CopiedTable[]> {
  const { rows } = await connection.query<CopiedTable & { needs: string[] }>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum) as columns,
       array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
         where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       -- What is not logged is lost with a crash, and with a restore.
       and c.relpersistence = 'p' and c.relname <> all ($1)
     order by 1`,
    [OF_THE_CODE],
  )
  return inOrder(rows).map(({ name, columns }) => ({ name, columns }))
}

function inOrder<Table extends { name: string; needs: string[] }>(tables: Table[]): Table[] {
  const placed: Table[] = []
  const names = new Set<string>(OF_THE_CODE)
  let waiting = tables
  while (waiting.length > 0) {
    const ready = waiting.filter(({ needs }) => needs.every((need) => names.has(need)))
    if (ready.length === 0)
      throw new Error(`Keys run in a circle: ${waiting.map(({ name }) => name).join(', ')}`)
    placed.push(...ready)
    for (const { name } of ready) names.add(name)
    waiting = waiting.filter(({ name }) => !names.has(name))
  }
  return placed
}

/** The rows of a table as PostgreSQL's own text, in pieces. */
export function copyOut(connection: Connection, table: CopiedTable): AsyncIterable<Buffer> {
  const columns = table.columns.map(quoted).join(', ')
  const text = `copy (select ${columns} from ${quoted(table.name)}) to stdout`
  return connection.query(copyTo(text)) as AsyncIterable<Buffer>
}

/** Restores rows; returns how many. */
export async function copyIn(
  connection: Connection,
  table: CopiedTable,
  pieces: AsyncIterable<Buffer>,
): Promise<number> {
  const columns = table.columns.map(quoted).join(', ')
  const sink = connection.query(copyFrom(`copy ${quoted(table.name)} (${columns}) from stdin`))
  await pipeline(Readable.from(pieces, { objectMode: false }), sink)
  return sink.rowCount
}

/** COPY into a fenced table is refused even to its owner, so the fence is down for the restore. */
export async function setFences(
  connection: Connection,
  tables: CopiedTable[],
  isUp: boolean,
): Promise<void> {
  const { rows } = await connection.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relrowsecurity and relname = any ($1)`,
    [tables.map(({ name }) => name)],
  )
  for (const { name } of rows)
    await connection.query(
      `alter table ${quoted(name)} ${isUp ? 'force' : 'no force'} row level security`,
    )
}

export async function emptyTables(connection: Connection, tables: CopiedTable[]): Promise<void> {
  await connection.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
