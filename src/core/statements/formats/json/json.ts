import type { ReadingHints } from '../../statement.ts'
import { decodeText } from '../decode-text.ts'
import { readTable } from '../grid/read-table.ts'
import { textGrid, type TypedCell } from '../grid/typed-cells.ts'
import { failedReading, type TabularReading } from '../tabular.ts'
import { isObject, type JsonObject } from './json-object.ts'
import { isPlaid, readPlaid } from './plaid.ts'

/** Where exports keep their list of transactions. */
const LISTS = ['transactions', 'data', 'items', 'results', 'records', 'rows', 'added'] as const

/**
 * The statements of a JSON export: a list of objects, alone or under a usual name, or one object on
 * each line. Plaid's response to `/transactions/get` has a reader of its own; any other list, ours
 * included, is a table whose columns are the names of its values. Failures: `corrupt_file` when the
 * text is no JSON, `no_transactions` when it holds no list of objects.
 */
export function readJson(bytes: Uint8Array, hints: ReadingHints): TabularReading {
  const root = parse(decodeText(bytes).replace(/^\uFEFF/, ''))
  if (root === undefined) return failedReading('corrupt_file', 'The text is not valid JSON.')
  const objects = findList(root)
  if (objects === null)
    return failedReading(
      'no_transactions',
      `The JSON holds no list of objects, alone or under ${LISTS.join(', ')}.`,
    )
  return isPlaid(objects) ? readPlaid(root, objects, hints) : readTable(toGrid(objects), hints)
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

/** The objects of the list, itself or one or two names down; null when there is none. */
function findList(root: unknown): JsonObject[] | null {
  if (Array.isArray(root)) return objectsIn(root)
  if (!isObject(root)) return null
  for (const name of LISTS) {
    const value = root[name]
    const found = Array.isArray(value) ? objectsIn(value) : null
    if (found) return found
  }
  const inner = LISTS.map((name) => root[name]).find(isObject)
  const value = inner && LISTS.map((name) => inner[name]).find(Array.isArray)
  return value ? objectsIn(value) : null
}

function objectsIn(list: readonly unknown[]): JsonObject[] | null {
  const objects = list.filter(isObject)
  return objects.length === 0 ? null : objects
}

/** A header of every name, in the order of first use, and a row for each object. */
function toGrid(objects: readonly JsonObject[]): string[][] {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))]
  const rows = objects.map((object) => names.map((name) => toCell(object[name])))
  return textGrid([names.map(toHeading), ...rows])
}

/** `transactionDate` and `transaction_date` are the heading `transaction date`. */
function toHeading(name: string): string {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
}

function toCell(value: unknown): TypedCell {
  const isScalar = ['string', 'number', 'boolean'].includes(typeof value)
  return isScalar ? (value as TypedCell) : null
}
