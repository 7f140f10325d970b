import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import {
  HeronError,
  type HeronEndUser,
  type HeronFigures,
  type HeronFile,
  type HeronFileContent,
  type HeronPage,
  type HeronSettings,
  type HeronSource,
  type HeronTransaction,
  type TransactionStart,
} from '../types.ts'
import { readCsv } from './csv.ts'
import { readXlsx } from './xlsx.ts'

const FORMATS = ['json', 'csv', 'xlsx'] as const
const ROWS_A_PAGE = 2_000

/** The name of each list’s file, without its format. */
const NAMES: Record<keyof HeronSettings, string> = {
  classes: 'file_classes',
  merchants: 'merchant_groups',
  rules: 'rules',
  policies: 'policies',
  funders: 'funders',
  templates: 'email_templates',
  webhooks: 'webhooks',
}

type Row = Record<string, unknown>
type Id = string | number | null

/**
 * A folder of exported files, each as JSON, CSV or XLSX: `end_users`, `transactions` (or one file a
 * deal in `transactions/`), `information/`, `files/`, `scorecards/` and the lists of `NAMES`.
 */
export function openFolder(folder: string): HeronSource {
  if (findTable(folder, 'end_users') === null)
    throw new HeronError('invalid_folder', `${folder} has no end_users.json, .csv or .xlsx.`)
  const deals = async () => (await readTable(folder, 'end_users')).map(toEndUser)
  let all: Promise<Map<string, Row[]>> | null = null
  return {
    description: `the folder ${basename(folder)}`,
    account: async () => {
      refuseStrangers(folder, await deals(), await (all ??= readAll(folder)))
      const [account = {}] = await readTable(folder, 'account')
      const { name = null, currency = null, timezone = null } = account as Record<string, string>
      return { name, currency, timezone }
    },
    list: async (kind) => (await readTable(folder, NAMES[kind])) as never,
    endUsers: async function* endUsers(since) {
      for (const endUser of await deals())
        if (!since || (endUser.last_updated ?? '9999') >= since) yield endUser
    },
    countEndUsers: async () => (await deals()).length,
    information: async ({ heron_id }) =>
      (await readTable(join(folder, 'information'), heron_id))[0] ?? null,
    files: ({ heron_id }) => listFiles(folder, heron_id),
    content: (file) => readContent(folder, file),
    transactions: (endUser, from) =>
      transactions(folder, { endUser, from, all: () => (all ??= readAll(folder)) }),
    figures: ({ heron_id }) => readFigures(folder, heron_id),
  }
}

/** Throws for a deal without an id: nothing of it could be found again. */
function toEndUser(row: Row, index: number): HeronEndUser {
  const { heron_id: id } = row
  if ((typeof id === 'string' && id !== '') || typeof id === 'number')
    return { ...row, heron_id: String(id) } as HeronEndUser
  throw new HeronError('invalid_folder', `Deal ${index + 1} of end_users has no heron_id.`)
}

/** Rows of deals that are not listed would be lost without a word. */
function refuseStrangers(
  folder: string,
  deals: readonly HeronEndUser[],
  all: ReadonlyMap<string, Row[]>,
): void {
  const known = new Set(deals.flatMap((deal) => [deal.heron_id, deal.end_user_id ?? '']))
  known.delete('')
  const names = new Set(deals.map(({ heron_id }) => safeName(heron_id)))
  const own = join(folder, 'transactions')
  const files = existsSync(own) ? readdirSync(own).map((file) => file.replace(/\.\w+$/, '')) : []
  const strangers = [
    ...[...all.keys()].filter((id) => !known.has(id)),
    ...files.filter((name) => !names.has(name)),
  ]
  if (strangers.length === 0) return
  const first = strangers
    .slice(0, 3)
    .map((id) => id || 'none')
    .join(', ')
  throw new HeronError(
    'invalid_folder',
    `transactions has rows of ${strangers.length} deals that end_users does not list: ${first}.`,
  )
}

/** Rows of the one file for all deals, by the deal that a row names. */
async function readAll(folder: string): Promise<Map<string, Row[]>> {
  const byDeal = new Map<string, Row[]>()
  for (const row of await readTable(folder, 'transactions')) {
    const { end_user_heron_id: own, end_user_id: given } = row as Record<string, Id>
    const deal = String(own ?? given ?? '')
    const rows = byDeal.get(deal)
    if (rows === undefined) byDeal.set(deal, [row])
    else rows.push(row)
  }
  return byDeal
}

async function* transactions(
  folder: string,
  {
    endUser,
    from,
    all,
  }: { endUser: HeronEndUser; from: TransactionStart; all: () => Promise<Map<string, Row[]>> },
): AsyncGenerator<HeronPage> {
  const own = join(folder, 'transactions')
  const { heron_id, end_user_id } = endUser
  const rows =
    findTable(own, heron_id) === null
      ? ((await all()).get(heron_id) ?? (await all()).get(end_user_id ?? heron_id) ?? [])
      : await readTable(own, heron_id)
  const changed = rows
    .map(unfold)
    .filter(({ last_updated: at }) => !from.since || !at || at >= from.since)
  for (let number = from.page; (number - 1) * ROWS_A_PAGE < changed.length; number += 1)
    yield { number, rows: changed.slice((number - 1) * ROWS_A_PAGE, number * ROWS_A_PAGE) }
}

/** In a table the category and the merchant are columns of their own. */
function unfold(row: Row): HeronTransaction {
  const { category, category_label: label = category, annotator, merchant_name: merchant } = row
  const given = row as unknown as HeronTransaction
  return {
    ...given,
    ...(given.categories === undefined && typeof label === 'string' && label !== ''
      ? { categories: [{ label, annotator: typeof annotator === 'string' ? annotator : null }] }
      : {}),
    ...(typeof merchant === 'string' && merchant !== '' ? { merchant: { name: merchant } } : {}),
  }
}

async function listFiles(folder: string, id: string): Promise<HeronFile[]> {
  const listed = (await readTable(join(folder, 'files'), id)) as unknown as HeronFile[]
  const own = join(folder, 'files', safeName(id))
  if (listed.length > 0 || !existsSync(own)) return listed.map((file) => ({ ...file, deal: id }))
  return readdirSync(own)
    .sort()
    .map((filename) => ({ heron_id: `${id}/${filename}`, filename, deal: id }))
}

async function readContent(folder: string, file: HeronFile): Promise<HeronFileContent> {
  const { deal = '', filename } = file as HeronFile & { deal?: string }
  const path = join(folder, 'files', safeName(deal), safeName(filename ?? file.heron_id))
  if (!existsSync(path))
    throw new HeronError('not_found', `The folder has no file ${filename ?? file.heron_id}.`)
  return { bytes: new Uint8Array(await readFile(path)), contentType: 'application/octet-stream' }
}

async function readFigures(folder: string, id: string): Promise<HeronFigures | null> {
  const [figures] = await readTable(join(folder, 'scorecards'), id)
  if (!figures) return null
  const {
    metrics = [],
    as_of = null,
    policies = {},
  } = figures as unknown as Partial<HeronFigures> & { as_of?: string | null }
  return { metrics, asOf: as_of, policies }
}

/** A name out of a file must not lead out of the folder. */
function safeName(name: string): string {
  const last = basename(name.replaceAll('\\', '/'))
  if (last === '' || last === '.' || last === '..')
    throw new HeronError('invalid_folder', 'A name in the folder is no name of a file.')
  return last
}

function findTable(folder: string, name: string): string | null {
  const paths = FORMATS.map((format) => join(folder, `${safeName(name)}.${format}`))
  return paths.find((path) => existsSync(path)) ?? null
}

/** No rows where there is no such file. */
async function readTable(folder: string, name: string): Promise<Row[]> {
  const path = findTable(folder, name)
  if (path === null) return []
  const bytes = await readFile(path)
  try {
    if (path.endsWith('.xlsx')) return readXlsx(bytes)
    const text = decode(bytes)
    if (path.endsWith('.csv')) return readCsv(text)
    return rowsIn(JSON.parse(text), [name, basename(folder)])
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new HeronError('invalid_folder', `${basename(path)} cannot be read: ${reason}`)
  }
}

/** UTF-8, or UTF-16 that says so; any other text would lose its letters. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  const name = isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  try {
    return new TextDecoder(name, { fatal: true }).decode(bytes)
  } catch {
    throw new Error('it is not UTF-8; save it as UTF-8')
  }
}

/** A list, the list under the name of its file or folder, or one object. */
function rowsIn(value: unknown, names: readonly string[]): Row[] {
  const inside = Array.isArray(value)
    ? value
    : names.map((name) => (value as Row | null)?.[name]).find(Array.isArray)
  if (inside?.some((each) => typeof each !== 'object' || each === null))
    throw new Error('its list holds what is no object')
  if (inside !== undefined) return inside as Row[]
  return typeof value === 'object' && value !== null ? [value as Row] : []
}
