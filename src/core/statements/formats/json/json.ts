import { detectProvider } from '../../../providers/index.ts'
import type { Problem } from '../../../values/problem.ts'
import type { ReadingHints } from '../../statement.ts'
import { decodeText } from '../decode/decode-text.ts'
import { readTable } from '../grid/read-table.ts'
import { textGrid, type TypedCell } from '../grid/typed-cells.ts'
import { failedReading, type TabularReading } from '../tabular.ts'
import { balancesIn } from './balances.ts'
import { flatten } from './flatten.ts'
import { isObject, type JsonObject } from './json-object.ts'
import { readProviderFile } from './provider.ts'

/** Where exports keep their list of transactions. */
const LISTS = new RegExp(
  '^(?:transactions?|data|items?|results?|records?|rows?|added|booked|entries|feed_?items|' +
    'movements|operations|activities|content|movimientos|lancamentos|umsaetze)$',
  'i',
)
/** Lists of what is not booked yet. */
const PENDING = /pending|upcoming|unbooked/i
const DEEPEST = 5

/**
 * The statements of a JSON export: a list of objects, alone or under a usual name, or one object on
 * each line. The payload of a provider is read as its import reads it; any other list, ours
 * included, is a table whose columns are the names of its values. Failures: `corrupt_file` when the
 * text is no JSON, `no_transactions` when it holds no list of objects.
 */
export function readJson(bytes: Uint8Array, hints: ReadingHints): TabularReading {
  const text = decodeText(bytes).replace(/^\uFEFF/, '')
  const root = parse(text)
  if (root === undefined) return failedReading('corrupt_file', 'The text is not valid JSON.')
  const provider = detectProvider(root)
  if (provider !== null) return readProviderFile(text, provider.name, hints)
  const objects = findList(root, 0)
  if (objects === null)
    return failedReading(
      'no_transactions',
      'The JSON holds no list of objects, alone or under a name such as transactions, data or items.',
    )
  const rows = objects.map(flatten)
  const reading = readTable(toGrid(rows, [...factsIn(root), ...balancesIn(root)]), hints)
  return { ...reading, problems: [...reading.problems, ...unclearUnits(rows, reading)] }
}

/** The value of a JSON text, or a list of those of its lines; undefined when it is neither. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    if (lines.length < 2) return undefined
    try {
      return lines.map((line): unknown => JSON.parse(line))
    } catch {
      return undefined
    }
  }
}

/** The objects of the list, itself or some names down; null when there is none. */
function findList(root: unknown, depth: number): JsonObject[] | null {
  if (Array.isArray(root)) return objectsIn(root)
  if (!isObject(root) || depth > DEEPEST) return null
  const entries = Object.entries(root)
  const lists = entries.filter(([name, value]) => LISTS.test(name) && Array.isArray(value))
  const found = lists
    .map(([, value]) => objectsIn(value as unknown[]))
    .find((each) => each !== null)
  if (found) return [...found, ...pendingOnes(entries)]
  const inner = entries.filter(([, value]) => isObject(value))
  const named = inner.toSorted(([a], [b]) => Number(LISTS.test(b)) - Number(LISTS.test(a)))
  return named.map(([, value]) => findList(value, depth + 1)).find((each) => each !== null) ?? null
}

function pendingOnes(entries: readonly [string, unknown][]): JsonObject[] {
  return entries
    .filter(([name, value]) => PENDING.test(name) && Array.isArray(value))
    .flatMap(([, value]) => objectsIn(value as unknown[]) ?? [])
    .map((object) => ({ ...object, status: 'pending' }))
}

function objectsIn(list: readonly unknown[]): JsonObject[] | null {
  const objects = list.filter(isObject)
  return objects.length === 0 ? null : objects
}

/** What stands beside the list: the account, its currency, the period. */
function factsIn(root: unknown): TypedCell[][] {
  if (!isObject(root)) return []
  return Object.entries(flatten(root))
    .filter(([, value]) => isCell(value) && value !== null && value !== '')
    .map(([name, value]) => [toHeading(name), value as TypedCell])
}

/** Lines of facts, a header of every name in the order of first use, and a row for each object. */
function toGrid(objects: readonly JsonObject[], facts: readonly TypedCell[][]): string[][] {
  const names = orderNames(objects)
  const rows = objects.map((object) => names.map((name) => toCell(object[name])))
  return textGrid([...facts, names.map(toHeading), ...rows])
}

/** Each name behind the one that precedes it in its object: rows leave out what they have not. */
function orderNames(objects: readonly JsonObject[]): string[] {
  const names: string[] = []
  for (const object of objects) {
    let before = -1
    for (const name of Object.keys(object)) {
      const at = names.indexOf(name)
      if (at < 0) names.splice(before + 1, 0, name)
      before = at < 0 ? before + 1 : at
    }
  }
  return names
}

/** `transactionDate` and `transaction_date` are the heading `transaction date`. */
function toHeading(name: string): string {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
}

function toCell(value: unknown): TypedCell {
  return isCell(value) ? (value as TypedCell) : null
}

function isCell(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

const ROWS_LEAST = 3

/** Whole numbers alone may be cents or dollars: nothing shows it. */
function unclearUnits(rows: readonly JsonObject[], { statements }: TabularReading): Problem[] {
  const hasCents = statements.every(({ currency }) => currency !== 'JPY' && currency !== 'KRW')
  const amounts = rows.map(({ amount }) => amount).filter((amount) => typeof amount === 'number')
  const areWhole = amounts.length >= ROWS_LEAST && amounts.every(Number.isInteger)
  const areHundreds = amounts.every((amount) => amount % 100 === 0)
  if (!areWhole || areHundreds || !hasCents) return []
  const message = 'All amounts are whole numbers; nothing shows whether they are cents.'
  return [{ code: 'ambiguous_amounts', where: null, message }]
}
