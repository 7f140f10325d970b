import { daysBetween, existingDate, type PlainDate } from '../../../values/dates.ts'
import type { Cents } from '../../../values/money.ts'
import { blankRow } from '../tabular.ts'
import type { StatementRow } from '../../statement.ts'
import { compactDay } from '../compact-day.ts'
import { exactCents } from '../../../values/exact-cents.ts'
import type { SwiftField } from './fields.ts'
import { isCoded, readCoded } from './purpose.ts'

/** The first line of a field 61, by its parts (SWIFT MT940 field specification). */
const ENTRY = new RegExp(
  // 240813 0813 RD R 12,50 NTRF NONREF//B4E07XM00J000023
  /^(\d{6})(\d{4})?(R?[CD]|E[CD])([A-Z])?(\d+(?:[.,]\d*)?)([A-Z][A-Z0-9]{3})?(.*)$/.source,
)

/** Directions: a reversed credit takes money away, an expected one is not booked yet. */
const SIGNS: Record<string, 1 | -1> = { C: 1, D: -1, RC: -1, RD: 1, EC: 1, ED: -1 }

/** References that mean that there is none. */
const NO_REFERENCE = /^(?:NONREF|N|NOTPROVIDED)?$/i

/** Lines of field 86 are cut at 65 characters; one that is nearly full goes on in the next. */
const FULL_LINE = 60

export interface EntryContext {
  currency: string
  /** An interim report lists entries before they are posted. */
  isInterim: boolean
}

/**
 * The row of a field 61 with the field 86 behind it. The date is the value date, which every entry
 * has, beside it the day of booking where one is given; the description is field 86, of named
 * parts the name and the purpose, else the details or the reference of the entry. A fault in words
 * when the field has no date, direction or amount.
 */
export function readEntry(
  entry: SwiftField,
  about: SwiftField | null,
  context: EntryContext,
): StatementRow | { fault: string } {
  const [first = '', ...more] = entry.value.split('\n')
  const match = ENTRY.exec(first.trim())
  if (!match) return { fault: `":61:${first}" is no entry of date, direction and amount.` }
  const [, day = '', booked, direction = '', , digits = '', type = null, references = ''] = match
  const date = compactDay(day)
  if (date === null) return { fault: `"${day}" is no date.` }
  const amount = exactCents(digits, context.currency)
  if (amount === null) return { fault: `"${digits}" is no amount of ${context.currency}.` }
  const row = entryRow({ date, amount, direction, context })
  const [own = '', bank = ''] = references.split('//')
  const details = more.join(' ')
  const reference = NO_REFERENCE.test(own.trim()) ? '' : own
  const narrative = readNarrative(about)
  row.description = tidy(readPurpose(narrative)) || tidy(details) || tidy(reference)
  row.postedOn = booked === undefined ? null : bookingDay(date, booked)
  row.bankType = type
  row.externalId = tidy(bank) || tidy(reference) || null
  row.checkNumber = type === 'NCHK' && /^\d+$/.test(reference.trim()) ? reference.trim() : null
  row.lineText = tidy(`${entry.value} ${narrative}`)
  return row
}

/** `0102` behind `251231` is of the next year: the day nearest to that of the value. */
function bookingDay(valued: PlainDate, booked: string): PlainDate | null {
  const [month, day] = [Number(booked.slice(0, 2)), Number(booked.slice(2))]
  const year = Number(valued.slice(0, 4))
  const days = [year - 1, year, year + 1]
    .map((each) => existingDate(each, month, day))
    .filter((each) => each !== null)
  const distance = (each: PlainDate): number => Math.abs(daysBetween(valued, each))
  return days.toSorted((a, b) => distance(a) - distance(b))[0] ?? null
}

function entryRow(entry: {
  date: PlainDate
  amount: Cents
  direction: string
  context: EntryContext
}): StatementRow {
  const { date, amount, direction, context } = entry
  const row = blankRow(date, amount === 0 ? 0 : amount * SIGNS[direction]!, '')
  row.isPending = context.isInterim || direction.startsWith('E')
  row.currency = context.currency
  return row
}

/**
 * The text of a field 86. Structured fields (`166?00GUTSCHRIFT?20…`) and full lines break anywhere;
 * shorter lines end between words.
 */
function readNarrative(about: SwiftField | null): string {
  if (!about) return ''
  const isStructured = isCoded(about.value)
  const [first = '', ...lines] = about.value.split('\n')
  return lines.reduce((text, line, index) => {
    const before = index === 0 ? first : lines[index - 1]!
    return isStructured || before.length >= FULL_LINE ? text + line : `${text} ${line}`
  }, first)
}

/** `/TRTP/SEPA/NAME/A. Janssen/REMI/Invoice 44`: capitals between slashes name the parts. */
const PART = /\/([A-Z]{4}|BIC|ISDT|CNTP)\/\s*/

/**
 * The name of the other party and the purpose of a narrative whose parts are named, as its bank
 * prints them on paper; any other narrative as it is.
 */
function readPurpose(narrative: string): string {
  const text = narrative.trim()
  const coded = readCoded(text)
  if (coded !== null) return coded
  if (!PART.test(text) || text.search(PART) > 0) return narrative
  const [, ...pieces] = text.split(PART)
  const parts = new Map<string, string>()
  for (let at = 0; at < pieces.length; at += 2)
    if (!parts.has(pieces[at]!)) parts.set(pieces[at]!, pieces[at + 1]!.trim())
  const purpose = (parts.get('REMI') ?? '').replace(REMITTANCE_KIND, '')
  const names = [parts.get('NAME') ?? partyName(parts.get('CNTP') ?? ''), purpose]
  return names.map(withoutSlashes).filter(Boolean).join(' ') || narrative
}

/** `USTD//INVOICE 44`, `STRD/CUR/9044118822601`: words, or a reference by its issuer's rules. */
const REMITTANCE_KIND = /^(?:USTD\/\/|STRD\/(?:CUR|ISO|SCOR)?\/)/

/** `NL44RABO0331188204/RABONL2U/VASTGOED DE WAAG B.V./UTRECHT`: account, bank, name, town. */
function partyName(party: string): string {
  return party.split('/')[2]?.trim() ?? ''
}

/** A part may end with a slash before that of the next one. */
function withoutSlashes(part: string): string {
  return part.replace(/[/\s]+$/, '')
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
