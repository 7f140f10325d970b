import type { StatementRow } from '../../statement.ts'
import type { PlainDate } from '../../../values/dates.ts'
import { blankRow } from '../tabular.ts'
import { parseNumber, type Bai2Record } from './records.ts'
import { CHECK_CODES, DETAIL_NAMES, getDirection, NON_MONETARY_CODE } from './type-codes.ts'

export interface DetailContext {
  date: PlainDate
  currency: string
  /** Interim figures of a day that is not over. */
  isPending: boolean
}

/**
 * The row of a detail record (`16`): type code, amount in minor units, funds type with its own
 * fields, bank and customer reference, text. Null for a record without money (`890`); a fault in
 * words for one without an amount or with a code that is neither credit nor debit.
 */
export function readDetail(
  record: Bai2Record,
  { date, currency, isPending }: DetailContext,
): StatementRow | { fault: string } | null {
  const fields = new FieldReader(record.body)
  const code = fields.next()
  const digits = fields.next()
  if (code === NON_MONETARY_CODE) return null
  const direction = getDirection(code)
  if (direction === null) return { fault: `"${code}" is no type code of a credit or a debit.` }
  const amount = parseNumber(digits)
  if (amount === null) return { fault: `"${digits}" is no amount in minor units.` }
  fields.skipFunds()
  const bankReference = fields.next()
  const customerReference = fields.next()
  const row = blankRow(date, amount === 0 ? 0 : amount * direction, fields.rest())
  row.description ||= DETAIL_NAMES.get(code) ?? `${direction > 0 ? 'Credit' : 'Debit'} ${code}`
  row.bankType = code
  row.externalId = bankReference || customerReference || null
  row.checkNumber =
    CHECK_CODES.has(code) && /^\d+$/.test(customerReference) ? customerReference : null
  row.currency = currency
  row.isPending = isPending
  row.lineText = `16,${record.body}`.replace(/\s+/g, ' ')
  return row
}

/** Takes fields off the front of a record; what is left may be text with commas in it. */
class FieldReader {
  #rest: string

  constructor(body: string) {
    this.#rest = body
  }

  next(): string {
    const end = this.#rest.search(/[,\n]/)
    const field = end < 0 ? this.#rest : this.#rest.slice(0, end)
    this.#rest = end < 0 ? '' : this.#rest.slice(end + 1)
    return field.trim()
  }

  /** `S` has three amounts, `V` a date and a time, `D` a number of pairs of days and amounts. */
  skipFunds(): void {
    const type = this.next()
    const pairs = type === 'D' ? Number(this.next()) : 0
    const skipped = type === 'S' ? 3 : type === 'V' ? 2 : pairs * 2
    for (let index = 0; index < skipped && this.#rest !== ''; index += 1) this.next()
  }

  rest(): string {
    return this.#rest
  }
}
