import { dayNumber } from '../../../values/dates.ts'
import type { Label, LedgerRow, OtherSide } from './row.ts'
import type { RowTable, Texts } from './row-table.ts'

/** Takes rows in pieces, in any order, and makes their table. */
export interface Packer {
  add(rows: readonly PlacedRow[]): void
  finish(): RowTable
}

/** A row; within a day rows stand by `position`, those of one position by id. */
export type PlacedRow = LedgerRow & { position?: number }

/** The table of rows that are in bank order within a day; days in any order. */
export function packRows(rows: readonly LedgerRow[]): RowTable {
  const packer = createPacker()
  packer.add(rows)
  return packer.finish()
}

/** An empty packer. Rows without a position stand as they came. */
export function createPacker(): Packer {
  const packed: Packed = {
    day: [],
    position: [],
    amount: [],
    balance: [],
    label: [],
    other: [],
    id: [],
    matchedId: [],
    description: [],
    normalizedDescription: [],
  }
  const labels = createDictionary<Label>()
  const others = createDictionary<OtherSide>()
  return {
    add: (rows) => {
      for (const row of rows) {
        packed.day.push(dayNumber(row.date))
        packed.position.push(row.position ?? packed.position.length)
        packed.amount.push(row.amount)
        packed.balance.push(row.balance ?? NaN)
        packed.label.push(labels.codeOf(toLabel(row)))
        packed.other.push(others.codeOf(toOtherSide(row)))
        packed.id.push(row.id)
        packed.matchedId.push(row.matchedTransactionId)
        packed.description.push(row.description)
        packed.normalizedDescription.push(row.normalizedDescription)
      }
    },
    finish: () => buildTable(packed, labels.values, others.values),
  }
}

/** Each column of the rows as they came. */
interface Packed extends Record<
  'day' | 'position' | 'amount' | 'balance' | 'label' | 'other',
  number[]
> {
  id: string[]
  matchedId: (string | null)[]
  description: string[]
  normalizedDescription: string[]
}

function buildTable(
  packed: Packed,
  labels: readonly Label[],
  others: readonly OtherSide[],
): RowTable {
  const order = computeOrder(packed)
  const inOrder = (column: readonly number[]): { length: number; [at: number]: number } =>
    order.map((at) => column[at]!)
  const textsInOrder = (column: readonly string[]): Texts =>
    packTexts(order.map((at) => column[at]!))
  return {
    size: order.length,
    day: Int32Array.from(inOrder(packed.day)),
    amount: Float64Array.from(inOrder(packed.amount)),
    balance: Float64Array.from(inOrder(packed.balance)),
    label: Uint32Array.from(inOrder(packed.label)),
    labels,
    other: Uint32Array.from(inOrder(packed.other)),
    others,
    match: resolveMatches(packed, order),
    id: textsInOrder(packed.id),
    description: textsInOrder(packed.description),
    normalizedDescription: textsInOrder(packed.normalizedDescription),
  }
}

/** Where the rows of a table stand among those that came. */
function computeOrder({ day, position, id }: Packed): number[] {
  const compare = (a: number, b: number): number =>
    day[a]! - day[b]! ||
    position[a]! - position[b]! ||
    (id[a]! < id[b]! ? -1 : id[a]! > id[b]! ? 1 : 0)
  return [...id.keys()].sort(compare)
}

function resolveMatches({ id, matchedId }: Packed, order: readonly number[]): Int32Array {
  const wanted = new Set(matchedId)
  const places = new Map<string | null, number>()
  order.forEach((at, row) => {
    if (wanted.has(id[at]!)) places.set(id[at]!, row)
  })
  return Int32Array.from(order, (at) => places.get(matchedId[at]!) ?? -1)
}

function packTexts(texts: readonly string[]): Texts {
  let end = 0
  return { text: texts.join(''), ends: Uint32Array.from(texts, ({ length }) => (end += length)) }
}

/** Gives equal values one number. */
function createDictionary<T>(): { values: T[]; codeOf(value: T): number } {
  const values: T[] = []
  const codes = new Map<string, number>()
  return {
    values,
    codeOf: (value) => {
      const key = JSON.stringify(value)
      const known = codes.get(key)
      if (known !== undefined) return known
      codes.set(key, values.length)
      return values.push(value) - 1
    },
  }
}

function toLabel(row: LedgerRow): Label {
  return {
    accountId: row.accountId,
    currency: row.currency,
    isPending: row.isPending,
    isDuplicate: row.isDuplicate,
    override: row.override,
    categories: row.categories.slice(0, 1).map(({ slug, name }) => ({ slug, name })),
    channel: row.channel,
    flags: row.flags,
    feeKind: row.feeKind,
    isRevenue: row.isRevenue,
    exclusionReason: row.exclusionReason,
    isRecurring: row.isRecurring,
    positionId: row.positionId,
    positionRole: row.positionRole,
    funderId: row.funderId,
    needsReview: row.needsReview,
  }
}

function toOtherSide({ merchantName, merchantId, counterparty }: LedgerRow): OtherSide {
  return {
    merchantName,
    merchantId,
    counterparty: { name: counterparty.name, type: counterparty.type },
  }
}
