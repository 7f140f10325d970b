import { businessDaysBetween } from '../values/business-days.ts'
import type { CompanyFacts } from '../values/account.ts'
import { matchesOf } from './lexicon.ts'
import { plainUpper, wordsOf } from './normalize.ts'
import type { Partner } from './matching/pairs.ts'
import type { Context, Row } from './row.ts'
import type { Series } from './streams/series.ts'

/** Legal forms and fillers that do not tell one company from another. */
const FORM_WORDS = new Set(
  'LLC INC CORP CORPORATION CO COMPANY LTD LP LLP PLLC THE DBA OF'.split(' '),
)

/** The facts that layers ask for beyond the row, indexed once for all rows. */
export function buildContext(
  rows: readonly Row[],
  facts: {
    company: CompanyFacts
    partners: ReadonlyMap<number, Partner>
    series: readonly Series[]
  },
): Context {
  const payments = paymentsByAmount(rows)
  const directions = funderDirections(rows)
  const { company, partners } = facts
  const seriesOfRow = new Map(
    facts.series.flatMap((series) => series.rows.map((row) => [row.index, series] as const)),
  )
  return {
    company,
    pairs: new Map([...partners].map(([index, { answer }]) => [index, answer])),
    patterns: new Map(),
    ownerWords: company.ownerNames.map(nameWords).filter((words) => words.length >= 2),
    companyWords: company.name === null ? [] : nameWords(company.name),
    hasSecondCue(row, funderId, span) {
      const hasFundingWord = row.reading.matches.some(
        ({ value, start, end }) =>
          value.kind === 'wording' &&
          value.wording === 'funding' &&
          (end <= span.start || start >= span.end),
      )
      if (hasFundingWord || directions.get(funderId)?.size === 2) return true
      const series = seriesOfRow.get(row.index)
      if (!series || series.amountType !== 'fixed') return false
      return series.cadence === 'business_daily' || series.cadence === 'weekly'
    },
    hasEarlierPayment(row) {
      const dates = payments.get(paymentKey(row)) ?? []
      return dates.some((date) => {
        const distance = date <= row.date ? businessDaysBetween(date, row.date) : -1
        return distance >= 0 && distance <= 10
      })
    },
  }
}

/** The telling words of a name, in order, legal forms left out. */
export function nameWords(name: string): string[] {
  return wordsOf(plainUpper(name)).filter((word) => !FORM_WORDS.has(word) && word.length > 1)
}

function paymentKey(row: Row): string {
  return `${row.tx.accountId}|${row.absCents}`
}

function paymentsByAmount(rows: readonly Row[]): Map<string, string[]> {
  const payments = new Map<string, string[]>()
  for (const row of rows) {
    if (row.isInflow) continue
    const dates = payments.get(paymentKey(row))
    if (dates) dates.push(row.date)
    else payments.set(paymentKey(row), [row.date])
  }
  return payments
}

/** Which signs each funder name is seen with: an advance and payments confirm each other. */
function funderDirections(rows: readonly Row[]): Map<string, Set<boolean>> {
  const directions = new Map<string, Set<boolean>>()
  for (const row of rows) {
    for (const { value } of matchesOf(row.reading, 'funder')) {
      const signs = directions.get(value.id) ?? new Set()
      directions.set(value.id, signs.add(row.isInflow))
    }
  }
  return directions
}
