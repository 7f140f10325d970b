import type { Pool } from '../src/platform/db/server/connect.ts'

/** A row of any table as text: what a reader of a stolen dump would see. */
export interface DumpedRow {
  table: string
  text: string
}

/** Every row of every table, read from the catalogue as the owner; bytes are shown as text. */
export async function dumpTables(pool: Pool): Promise<DumpedRow[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const dumped: DumpedRow[] = []
  for (const { name } of tables) {
    const asText = { getTypeParser: () => readable }
    const { rows } = await pool.query({ text: `select * from "${name}"`, types: asText })
    for (const row of rows as object[]) dumped.push({ table: name, text: formatRow(row) })
  }
  return dumped
}

function formatRow(row: object): string {
  return Object.entries(row)
    .map(([column, value]) => `${column}=${value}`)
    .join(' ')
}

function readable(value: string): string {
  return value.startsWith(String.raw`\x`) ? Buffer.from(value.slice(2), 'hex').toString() : value
}
