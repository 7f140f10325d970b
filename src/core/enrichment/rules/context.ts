import type { CompanyFacts } from '../../values/account.ts'
import { resolveMerchant } from '../merchants/counterparty.ts'
import { isWithinBusinessDays } from '../distance.ts'
import { getMatches } from '../descriptor/reading.ts'
import { nameWords } from '../descriptor/party.ts'
import type { Partner } from '../matching/pairs.ts'
import type { Context, Row } from '../row.ts'
import type { Series } from '../streams/series.ts'
import type { TenantIndex } from '../tenant-layer.ts'

/** The facts that layers read beyond the row, indexed once for all rows. */
export function buildContext(
  rows: readonly Row[],
  facts: {
    company: CompanyFacts
    partners: ReadonlyMap<number, Partner>
    series: readonly Series[]
    tenantIndex: TenantIndex
  },
): Context {
  let payments: Map<string, Row[]> | null = null
  let rowLookups = 0
  const directions = funderDirections(rows)
  const { company, partners, tenantIndex } = facts
  const seriesOfRow = indexSeries(facts.series)
  return {
    company,
    pairs: new Map([...partners].map(([index, { candidate }]) => [index, candidate])),
    patterns: new Map(),
    rejected: new Set(),
    ownerWords: company.ownerNames.map(nameWords).filter((words) => words.length >= 2),
    companyWords: company.name === null ? [] : nameWords(company.name),
    findTenantMerchant(row) {
      if (row.alias || !tenantIndex.hasMerchants) return row.alias
      const merchant = resolveMerchant(row, getMatches(row.reading, 'funder')[0] ?? null)
      return merchant && tenantIndex.findMerchant(merchant.key)
    },
    countRowLookups: () => rowLookups,
    hasSecondCue(row, funderId, span) {
      rowLookups += 1
      if (hasFundingWord(row, span) || directions.get(funderId)?.size === 2) return true
      return isFixedRemittance(seriesOfRow.get(row.index))
    },
    hasEarlierPayment(row) {
      rowLookups += 1
      payments ??= groupPayments(rows)
      const earlier = payments.get(accountAndAmount(row)) ?? []
      return earlier.some((payment) => isWithinBusinessDays(payment, row, [0, 10]))
    },
  }
}

function indexSeries(series: readonly Series[]): Map<number, Series> {
  return new Map(series.flatMap((one) => one.rows.map(({ index }) => [index, one])))
}

function isFixedRemittance(series: Series | undefined): boolean {
  if (series?.amountType !== 'fixed') return false
  return series.cadence === 'business_daily' || series.cadence === 'weekly'
}

/** Whether the row has a funding word outside of the span; an owner's CAPITAL is none. */
function hasFundingWord({ reading }: Row, span: { start: number; end: number }): boolean {
  const owners = getMatches(reading, 'cue').filter(({ value }) => value.slug.startsWith('equity.'))
  return getMatches(reading, 'wording').some(
    ({ value, start, end }) =>
      value.wording === 'funding' &&
      (end <= span.start || start >= span.end) &&
      !owners.some((cue) => cue.start <= start && cue.end >= end),
  )
}

function groupPayments(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(
    rows.filter(({ isInflow }) => !isInflow),
    accountAndAmount,
  )
}

function accountAndAmount({ tx, absCents }: Row): string {
  return `${tx.accountId}|${absCents}`
}

/** The signs of each funder's rows: an advance and payments confirm each other. */
function funderDirections(rows: readonly Row[]): Map<string, Set<boolean>> {
  const directions = new Map<string, Set<boolean>>()
  for (const row of rows) {
    for (const { value } of getMatches(row.reading, 'funder')) {
      const signs = directions.get(value.id) ?? new Set()
      directions.set(value.id, signs.add(row.isInflow))
    }
  }
  return directions
}
