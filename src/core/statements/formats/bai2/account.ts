import type { Cents } from '../../../values/money.ts'
import { splitFields, parseNumber, type Bai2Record } from './records.ts'

/** A status or summary amount of an account record. */
export interface AccountFigure {
  code: string
  amount: Cents | null
  itemCount: number | null
}

export interface AccountHead {
  accountNumber: string
  currency: string | null
  figures: AccountFigure[]
  /** What all its amounts add up to, for the control total. */
  sum: number
}

/** The account record: number, currency and figures of type, amount, item count and funds type. */
export function readAccountHead(record: Bai2Record): AccountHead {
  const [accountNumber = '', currency = '', ...rest] = splitFields(record)
  const figures: AccountFigure[] = []
  for (let at = 0; at < rest.length;) {
    const [code = '', amount, items, funds = ''] = rest.slice(at, at + 4)
    if (code !== '')
      figures.push({ code, amount: parseNumber(amount), itemCount: parseNumber(items) })
    at += 4 + fundsFields(funds, rest[at + 4])
  }
  const sum = figures.reduce((total, { amount }) => total + (amount ?? 0), 0)
  return { accountNumber, currency: currency || null, figures, sum }
}

/** How many fields follow a funds type that belong to it. */
function fundsFields(type: string, first: string | undefined): number {
  if (type === 'S') return 3
  if (type === 'V') return 2
  return type === 'D' ? 1 + 2 * Math.max(0, parseNumber(first) ?? 0) : 0
}
