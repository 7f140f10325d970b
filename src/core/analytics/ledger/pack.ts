import { dayNumber } from '../../values/dates.ts'
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
  const packed: Packed[] = []
  const labels = createDictionary<Label>()
  const others = createDictionary<OtherSide>()
  return {
    add: (rows) => {
      for (const row of rows) {
        packed.push({
          id: row.id,
          day: dayNumber(row.date),
          position: row.position ?? packed.length,
          amount: row.amount,
          balance: row.balance ?? NaN,
          label: labels.codeOf(labelOf(row)),
          other: others.codeOf(otherSideOf(row)),
          matchedId: row.matchedTransactionId,
          description: row.description,
          normalizedDescription: row.normalizedDescription,
        })
      }
    },
    finish: () => tableOf(packed.sort(byPlace), labels.values, others.values),
  }
}

interface Packed {
  id: string
  day: number
  position: number
  amount: number
  balance: number
  label: number
  other: number
  matchedId: string | null
  description: string
  normalizedDescription: string
}

function byPlace(a: Packed, b: Packed): number {
  return a.day - b.day || a.position - b.position || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

function tableOf(
  rows: readonly Packed[],
  labels: readonly Label[],
  others: readonly OtherSide[],
): RowTable {
  const matched = new Set(rows.flatMap(({ matchedId }) => matchedId ?? []))
  const places = new Map(
    rows.flatMap(({ id }, index) => (matched.has(id) ? [[id, index] as const] : [])),
  )
  return {
    size: rows.length,
    day: Int32Array.from(rows, ({ day }) => day),
    amount: Float64Array.from(rows, ({ amount }) => amount),
    balance: Float64Array.from(rows, ({ balance }) => balance),
    label: Uint32Array.from(rows, ({ label }) => label),
    labels,
    other: Uint32Array.from(rows, ({ other }) => other),
    others,
    match: Int32Array.from(rows, ({ matchedId }) => places.get(matchedId ?? '') ?? -1),
    id: textsOf(rows.map(({ id }) => id)),
    description: textsOf(rows.map(({ description }) => description)),
    normalizedDescription: textsOf(rows.map((row) => row.normalizedDescription)),
  }
}

function textsOf(texts: readonly string[]): Texts {
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

function labelOf(row: LedgerRow): Label {
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

function otherSideOf({ merchantName, merchantId, counterparty }: LedgerRow): OtherSide {
  return {
    merchantName,
    merchantId,
    counterparty: { name: counterparty.name, type: counterparty.type },
  }
}
