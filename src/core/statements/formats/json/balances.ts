import type { TypedCell } from '../grid/typed-cells.ts'
import { flatten } from './flatten.ts'
import { isObject, type JsonObject } from './json-object.ts'

const DEEPEST = 5

/** What interfaces of banks call the booked balances: `openingBooked`, `OPBD`, `ClosingBooked`. */
const KINDS: readonly [string, RegExp][] = [
  ['opening balance', /^(?:opening(?:[ _]?(?:booked|balance|ledger))?|opbd)$/i],
  ['closing balance', /^(?:closing(?:[ _]?(?:booked|balance|ledger))?|clbd)$/i],
]

/**
 * The opening and the closing balance of a list of balances by their types, as lines of facts. One
 * that the list has with several values belongs to several accounts, and is none of this list.
 */
export function balancesIn(root: unknown): TypedCell[][] {
  const balances = listBalances(root, 0)
  return KINDS.flatMap(([label, kind]) => {
    const values = balances
      .filter((flat) => Object.values(flat).some((value) => isKind(value, kind)))
      .map(signedAmount)
    const [only] = new Set(values)
    return only !== undefined && only !== null && new Set(values).size === 1 ? [[label, only]] : []
  })
}

function isKind(value: unknown, kind: RegExp): boolean {
  return typeof value === 'string' && kind.test(value)
}

/** The objects of the lists that are named as balances, wherever these stand. */
function listBalances(root: unknown, depth: number): JsonObject[] {
  if (!isObject(root) || depth > DEEPEST) return []
  return Object.entries(root).flatMap(([name, value]) => {
    if (Array.isArray(value) && /balances?$/i.test(name))
      return value.filter(isObject).map((each) => flatten(each))
    return listBalances(value, depth + 1)
  })
}

/** Its amount; a side beside it (`creditDebitIndicator: DBIT`) gives the sign. */
function signedAmount(flat: JsonObject): string | number | null {
  const entry = Object.entries(flat).find(
    ([name, value]) => /(?:amount|value|balance)$/i.test(name) && isNumeric(value),
  )
  if (entry === undefined) return null
  const amount = entry[1] as string | number
  const isDebit = Object.values(flat).some((value) => isKind(value, /^(?:dbit|debit)$/i))
  return isDebit && Number(amount) > 0 ? -Number(amount) : amount
}

function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value))
}
