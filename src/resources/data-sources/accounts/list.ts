import { buildCoverage } from '../../../core/analytics/ledger/coverage.ts'
import type { CoveredPeriod } from '../../../core/values/account.ts'
import { dateOfDay } from '../../../core/values/dates.ts'
import { toMajor, type Cents } from '../../../core/values/money.ts'
import type { Context } from '../../../platform/context.ts'
import { listBody, parsePage } from '../../../platform/wire/list-query.ts'
import { listPeriods } from '../../records/transactions/facts/store.ts'
import type { AccountQuery } from '../schemas.ts'
import { getDataSource } from '../../records/data-sources/store.ts'
import {
  ACCOUNT_SORTS,
  listAccounts,
  listCandidates,
  type AccountRow,
  type CandidateRow,
} from '../../records/data-sources/accounts/store.ts'

/** Accounts with statements or rows from a data source. Throws `data_source_not_found`. */
export async function listSourceAccounts(
  ctx: Context,
  dataSourceId: string,
  query: AccountQuery,
): Promise<object> {
  const { submissionId } = await getDataSource(ctx, dataSourceId)
  const page = parsePage(ctx, query, ACCOUNT_SORTS)
  const list = await listAccounts(ctx, { ...query, dataSourceId }, page)
  return listBody(list, await createPresenter(ctx, { submissionId, dataSourceId }))
}

/** Shows accounts of a submission as seen from one of its data sources. */
export async function createPresenter(
  ctx: Context,
  { submissionId, dataSourceId }: { submissionId: string; dataSourceId: string },
): Promise<(row: AccountRow) => object> {
  const periods = Map.groupBy(await listPeriods(ctx, submissionId), ({ accountId }) => accountId)
  const candidates = Map.groupBy(
    await listCandidates(ctx, submissionId),
    ({ accountId }) => accountId,
  )
  return (row) =>
    toAccount(row, {
      dataSourceId,
      periods: periods.get(row.id) ?? [],
      candidates: candidates.get(row.id) ?? [],
    })
}

interface Surroundings {
  dataSourceId: string
  periods: CoveredPeriod[]
  candidates: CandidateRow[]
}

function toAccount(row: AccountRow, { dataSourceId, periods, candidates }: Surroundings): object {
  const { last4, currency, provableCount, reconciledCount } = row
  return {
    ...row,
    dataSourceId,
    numberMasked: last4 === null ? null : `****${last4}`,
    duplicateCandidates: candidates.map(({ otherId, reason, score }) => ({
      accountId: otherId,
      reason,
      score: Number(score.toFixed(2)),
    })),
    statedPeriods: row.statedPeriods.map(({ openingBalance, ...period }) => ({
      ...period,
      openingBalance: openingBalance === null ? null : toMajor(openingBalance, currency),
    })),
    balances: toBalances(row, periods),
    coverage: toCoverage(periods, currency),
    reconciliationRate:
      provableCount === 0 ? null : Number((reconciledCount / provableCount).toFixed(4)),
    totals: { inflow: toMajor(row.inflow, currency), outflow: toMajor(row.outflow, currency) },
  }
}

/** The latest closing or running balance; fields that only a feed has are null. */
function toBalances(row: AccountRow, periods: CoveredPeriod[]): object {
  const printed = periods
    .filter(({ closingBalance }) => closingBalance !== null)
    .map(({ endDate, closingBalance }) => ({ asOf: endDate, balance: closingBalance as Cents }))
  const { lastBalance, lastBalanceDate } = row
  const carried =
    lastBalance === null || lastBalanceDate === null
      ? []
      : [{ asOf: lastBalanceDate, balance: lastBalance }]
  const [latest] = [...printed, ...carried].toSorted((a, b) => (a.asOf < b.asOf ? 1 : -1))
  return {
    current: latest ? toMajor(latest.balance, row.currency) : null,
    available: null,
    limit: null,
    asOf: latest?.asOf ?? null,
  }
}

function toCoverage(periods: CoveredPeriod[], currency: string): object {
  const { ranges, gaps, breaks } = buildCoverage(periods)
  const first = ranges[0]
  const last = ranges.at(-1)
  return {
    startDate: first ? dateOfDay(first.startDay) : null,
    endDate: last ? dateOfDay(last.endDay) : null,
    days: ranges.reduce((days, { startDay, endDay }) => days + endDay - startDay + 1, 0),
    gaps: gaps.map(({ startDay, endDay, kind, missingActivity }) => ({
      startDate: dateOfDay(startDay),
      endDate: dateOfDay(endDay),
      kind,
      missingActivityAmount: missingActivity === null ? null : toMajor(missingActivity, currency),
    })),
    breaks: breaks.map(({ day, missingActivity }) => ({
      date: dateOfDay(day),
      missingActivityAmount: toMajor(missingActivity, currency),
    })),
  }
}
