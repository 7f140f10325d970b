import type { AnalyticsSettings } from '../settings.ts'
import {
  toKindBit,
  classifyLabel,
  isLinkedReturn,
  isReturn,
  KIND,
  type Verdict,
} from './classify.ts'
import type { RowTable } from './rows/row-table.ts'

/** What rows have in common that every sum treats alike. A submission has some hundred classes. */
export interface RowClass extends Verdict {
  isInflow: boolean
  /** An inflow that may take an outflow back. */
  isReturn: boolean
  /** One that enrichment linked to a payment of a position. */
  isLinked: boolean
}

/** The classes of the rows of a table, as they are met. */
export interface Classes {
  list: RowClass[]
  /** The classes of rows at some places of the table, as places in the list. */
  of(places: Uint32Array): Uint32Array
  /** The same class with more kinds. */
  with(own: number, kinds: number): number
}

/** An amount is negative, zero or positive. */
const SIGNS = 3
/** A row may name a merchant and print a balance. */
const OWN_KINDS = 4

/** Decides rows once for each label and sign: those that share both fare alike. */
export function buildClasses(table: RowTable, settings: AnalyticsSettings): Classes {
  const list: RowClass[] = []
  const known = new Map<string, number>()
  const places = new Int32Array(table.labels.length * SIGNS * OWN_KINDS).fill(-1)
  const hasMerchant = Uint8Array.from(table.others, ({ merchantName }) =>
    merchantName === null ? 0 : 1,
  )
  const addClass = (one: RowClass): number => {
    const key = JSON.stringify(one)
    const place = known.get(key) ?? list.push(one) - 1
    known.set(key, place)
    return place
  }
  const { amount, balance, label, other } = table
  return {
    list,
    of: (rows) => {
      const classes = new Uint32Array(rows.length)
      for (let row = 0; row < rows.length; row += 1) {
        const at = rows[row]!
        const sign = amount[at]! > 0 ? 2 : amount[at]! < 0 ? 0 : 1
        const isPrinted = Number.isNaN(balance[at]!) ? 0 : 1
        const key = ((label[at]! * SIGNS + sign) * 2 + hasMerchant[other[at]!]!) * 2 + isPrinted
        if (places[key]! < 0) places[key] = addClass(decide(table, at, settings))
        classes[row] = places[key]!
      }
      return classes
    },
    with: (own, kinds) => addClass({ ...list[own]!, kinds: list[own]!.kinds | kinds }),
  }
}

function decide(table: RowTable, at: number, settings: AnalyticsSettings): RowClass {
  const label = table.labels[table.label[at]!]!
  const amount = table.amount[at]!
  const verdict = classifyLabel(label, amount, settings)
  const own =
    toKindBit(KIND.hasMerchant, table.others[table.other[at]!]!.merchantName !== null) |
    toKindBit(KIND.hasBalance, !Number.isNaN(table.balance[at]!))
  const isInflow = amount >= 0
  const isLinked = amount > 0 && isLinkedReturn(label)
  const mayReturn = isLinked || (amount > 0 && isReturn(verdict.category))
  return { ...verdict, kinds: verdict.kinds | own, isInflow, isReturn: mayReturn, isLinked }
}
