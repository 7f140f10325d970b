import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestHouse, TestTenant } from './context.ts'
import type { Canaries } from './canaries.ts'
import { dumpTables, type DumpedRow } from './dump.ts'

/** The places where a planted value stands readable in a dump, as `EIN in submissions`. */
export function readableIn(rows: readonly DumpedRow[], { values }: Canaries): string[] {
  const text = rows.map((row) => `${row.table} ${row.text}`).join('\n')
  const seen = seenIn(text, values)
  const places = seen.map(([name, value]) => {
    const { table } = rows.find((each) => each.text.includes(value))!
    return `${name.replaceAll(/[\d.]+/g, '')} in ${table}`
  })
  return [...new Set(places)]
}

/** Names of the planted values that stand in one of the texts. */
export function namesSeenIn(texts: readonly string[], { values }: Canaries): string[] {
  return seenIn(texts.join('\n'), values).map(([name]) => name)
}

/** Those of the values that stand in a text, in one pass over it, however many they are. */
function seenIn(text: string, values: Canaries['values']): [name: string, value: string][] {
  const length = Math.min(...[...values.values()].map((value) => value.length))
  const byStart = Map.groupBy(values.values(), (value) => hashAt(value, 0, length))
  const seen = new Set<string>()
  for (let at = 0; at <= text.length - length; at += 1) {
    const alike = byStart.get(hashAt(text, at, length))
    for (const value of alike ?? []) if (text.startsWith(value, at)) seen.add(value)
  }
  return [...values].filter(([, value]) => seen.has(value))
}

const HASH_MASK = 0xff_ffff

/** A small hash of so many characters, which rules out most others at once. */
function hashAt(text: string, from: number, length: number): number {
  let hash = 0
  for (let at = from; at < from + length; at += 1)
    hash = (Math.imul(hash, 31) + text.charCodeAt(at)) & HASH_MASK
  return hash
}

/** Every file that a house keeps, and every mail: its name and what is in it. */
export function textsOfFiles({ config }: TestHouse): string[] {
  const folders = [config.dataDir, config.storageDir, config.mailOutboxDir!].filter(existsSync)
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  return [...files, ...files.map((file) => readFileSync(file, 'latin1'))]
}

/**
 * The audit log, the events and the request log keep ids and nothing else; a stored response to a
 * request with a key is sealed and goes after 24 hours, like that of any other request.
 */
const ID_ONLY_TABLES = /^(audit_log|request_log|events$|deliveries$|idempotency_keys$)/

/** What of deleted submissions is left: rows, files, hits, living links. Nothing should be. */
export async function findLeftovers(
  house: TestHouse,
  { live, environments }: TestTenant,
  { canaries, ids }: { canaries: Canaries; ids: readonly string[] },
): Promise<string[]> {
  const gone = new RegExp(ids.join('|'))
  const names = new RegExp(['Canary (deal|company)', ...canaries.openNames].join('|'))
  const rows = await dumpTables(house.house.database.pool)
  const left = rows.filter(
    ({ table, text }) => names.test(text) || (gone.test(text) && !ID_ONLY_TABLES.test(table)),
  )
  const files = await Array.fromAsync(house.house.store.list(environments.live))
  const url = '/v1/search?q=Canary&type=submissions,transactions,merchants'
  const hits: object[] = (await live.get(url)).body.data
  const links = canaries.links.map((link) => link.replace(/^https?:\/\/[^/]+/, ''))
  const responses = await Promise.all(links.map((link) => live.get(link)))
  return [
    ...left.map(({ table, text }) => `a row of ${table}: ${text.slice(0, 200)}`),
    ...files.map((file) => `the file ${JSON.stringify(file)}`),
    ...hits.map((hit) => `the hit ${JSON.stringify(hit)}`),
    ...responses.filter(({ status }) => status !== 404).map(({ status }) => `a link: ${status}`),
  ]
}

/** Ids of every row that names one of the submissions, from whichever table has such a column. */
export async function idsUnder(house: TestHouse, submissionIds: string[]): Promise<string[]> {
  const { pool } = house.house.database
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name in ('id', 'submission_id') and table_name !~ '^(audit_log|events)'
     group by 1 having count(*) = 2`,
  )
  const found = [...submissionIds]
  for (const { name } of tables) {
    const { rows: own } = await pool.query<{ id: string }>(
      `select id::text from "${name}" where submission_id = any ($1)`,
      [submissionIds],
    )
    found.push(...own.map(({ id }) => id).filter((id) => id.length === 36))
  }
  return found
}
