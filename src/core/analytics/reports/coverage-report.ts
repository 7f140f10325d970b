import type { LedgerAccount } from '../ledger/periods.ts'
import { roundNumber } from '../arithmetic.ts'
import { Type, type Static } from 'typebox'
import { dateOfDay, dayNumber } from '../../values/dates.ts'
import {
  historyDays,
  computeReconciliation,
  coveredDays,
  coverageRatio,
  gapDays,
} from '../figures/quality.ts'
import { missingPeriods } from '../figures/requests.ts'
import { judge, windowNamed } from '../metric/gate.ts'
import type { Ledger } from '../ledger.ts'
import { toAmount } from '../metric.ts'
import { BANK } from '../metric/outcomes.ts'
import { duplicatePairs } from '../metrics/data-quality-metrics.ts'
import { buildReportHead, reportSchema, type Report, type ReportRequest } from '../report.ts'
import { Figure, Nullable, Shape, Text } from '../schemas.ts'
import type { Scope } from '../window.ts'
import { buildQuerySchema } from './paging.ts'

const Sources = Shape({ document_id: Text, statement_id: Text, is_inferred: Type.Boolean() })
const ReconciliationState = Type.Enum(['no_data', 'single_source', 'reconciled', 'unreconciled'])

const AccountCoverage = Shape({
  account_id: Type.String(),
  name: Type.String(),
  last4: Text,
  ranges: Type.Array(
    Shape({
      start: Type.String(),
      end: Type.String(),
      sources: Type.Array(Sources),
      reconciliation: ReconciliationState,
    }),
  ),
  gaps: Type.Array(
    Shape({
      start: Type.String(),
      end: Type.String(),
      days: Type.Integer(),
      kind: Type.Enum(['soft', 'hard']),
      missing_activity_amount: Figure,
    }),
  ),
  breaks: Type.Array(Shape({ date: Type.String(), missing_activity_amount: Type.Number() })),
  coverage_ratio: Figure,
})

const schema = reportSchema({
  accounts: Type.Array(AccountCoverage),
  months: Type.Array(
    Shape({
      month: Type.String(),
      is_full: Type.Boolean(),
      accounts: Type.Array(
        Shape({
          account_id: Type.String(),
          status: Type.Enum(['full', 'partial', 'none']),
          days_covered: Type.Integer(),
        }),
      ),
    }),
  ),
  reconciliation: Shape({
    rate: Figure,
    statements: Type.Array(
      Shape({
        account_id: Type.String(),
        document_id: Text,
        statement_id: Text,
        start_date: Type.String(),
        end_date: Type.String(),
        opening_balance: Figure,
        closing_balance: Figure,
        status: Type.String(),
      }),
    ),
  }),
  duplicates: Type.Array(Shape({ account_ids: Type.Array(Type.String()), reason: Type.String() })),
  required_months: Type.Integer(),
  missing_periods: Type.Array(
    Shape({
      account_id: Type.String(),
      start_date: Type.String(),
      end_date: Type.String(),
      request_text: Type.String(),
    }),
  ),
  missing_accounts_count: Nullable(Type.Integer()),
  missing_accounts: Type.Array(
    Shape({ account_mask: Text, institution_hint: Text, request_text: Type.String() }),
  ),
  summary: Shape({
    first_date: Text,
    last_date: Text,
    history_days: Type.Integer(),
    covered_days: Type.Integer(),
    gap_days: Type.Integer(),
    coverage_ratio: Figure,
    is_complete: Type.Boolean(),
  }),
})

/** The covered days with their sources, the gaps and what to request (formulas section 13). */
export const coverage: Report = {
  name: 'coverage',
  title: 'Coverage',
  description: 'Covered days by account and source, gaps, and the statements to request.',
  defaultWindow: 'all',
  query: buildQuerySchema({
    required_months: Type.Optional(Type.Integer({ minimum: 1, maximum: 24 })),
  }),
  schema,
  compute: computeCoverage,
}

function computeCoverage(ledger: Ledger, request: ReportRequest): Static<typeof schema> {
  const window = request.window ?? windowNamed(ledger, 'all')
  const { blocks, weakens } = judge(ledger, window, BANK)
  const isKnown = blocks.length === 0
  const months =
    (request.options['required_months'] as number | undefined) ??
    ledger.settings.requiredStatementMonths
  const missing = isKnown ? missingPeriods(ledger, months) : []
  const accounts = isKnown ? ledger.accounts : []
  return {
    ...buildReportHead(ledger, request, { window, isKnown, reasons: isKnown ? weakens : blocks }),
    accounts: accounts.map((own, account) => accountBody(ledger, own, { ...window, account })),
    months: isKnown ? listMonths(ledger, window) : [],
    reconciliation: {
      rate: isKnown ? roundNumber(computeReconciliation(ledger).rate, 4) : null,
      statements: accounts.flatMap((own) => listStatements(ledger, own)),
    },
    duplicates: duplicatePairs(accounts).map((pair) => ({
      account_ids: pair.map(({ account }) => account.id),
      reason: 'Same last 4 digits at the same bank',
    })),
    required_months: months,
    missing_periods: missing.map(({ account, startDate, endDate, requestText }) => ({
      account_id: ledger.accounts[account]!.account.id,
      start_date: startDate,
      end_date: endDate,
      request_text: requestText,
    })),
    missing_accounts_count: isKnown ? (ledger.missingAccounts?.length ?? null) : null,
    missing_accounts: (isKnown ? (ledger.missingAccounts ?? []) : []).map((each) => ({
      account_mask: each.mask,
      institution_hint: each.institutionName,
      request_text: each.requestText,
    })),
    summary: buildSummary(ledger, window, isKnown && missing.length === 0),
  }
}

function accountBody(
  ledger: Ledger,
  own: LedgerAccount,
  scope: Scope,
): Static<typeof AccountCoverage> {
  const amount = (cents: number | null): number | null => toAmount(cents, ledger.currency)
  const { account, coverage: days } = own
  return {
    account_id: account.id,
    name: account.name,
    last4: account.last4,
    ranges: days.ranges.map((range) => buildRange(own, range)),
    gaps: days.gaps.map(({ startDay, endDay, kind, missingActivity }) => ({
      start: dateOfDay(startDay),
      end: dateOfDay(endDay),
      days: endDay - startDay + 1,
      kind,
      missing_activity_amount: amount(missingActivity),
    })),
    breaks: days.breaks.map(({ day, missingActivity }) => ({
      date: dateOfDay(day),
      missing_activity_amount: amount(missingActivity)!,
    })),
    coverage_ratio: roundNumber(coverageRatio(ledger, scope), 4),
  }
}

/** G8: several sources of one range are reconciled when none of them contradicts its rows. */
function buildRange(
  { periods }: LedgerAccount,
  range: { startDay: number; endDay: number },
): Static<typeof AccountCoverage>['ranges'][number] {
  const own = periods.filter(
    ({ startDate, endDate }) =>
      dayNumber(startDate) <= range.endDay && dayNumber(endDate) >= range.startDay,
  )
  const states = new Set(own.map(({ reconciliationStatus }) => reconciliationStatus))
  const isProven = !states.has('unverifiable')
  const single = isProven ? ('reconciled' as const) : ('single_source' as const)
  return {
    start: dateOfDay(range.startDay),
    end: dateOfDay(range.endDay),
    sources: own.map(({ documentId, statementId, isInferred }) => ({
      document_id: documentId,
      statement_id: statementId,
      is_inferred: isInferred,
    })),
    reconciliation:
      own.length === 0 ? 'no_data' : states.has('unreconciled') ? 'unreconciled' : single,
  }
}

function listMonths(ledger: Ledger, window: Scope): Static<typeof schema>['months'] {
  return ledger.months
    .filter(({ startDay, endDay }) => endDay >= window.startDay && startDay <= window.endDay)
    .map(({ month, isFull, startDay, endDay }) => ({
      month,
      is_full: isFull,
      accounts: ledger.accounts.map(({ account: { id } }, account) => {
        const days = coveredDays(ledger, { startDay, endDay, account })
        const isWhole = days === endDay - startDay + 1
        const status = isWhole
          ? ('full' as const)
          : days > 0
            ? ('partial' as const)
            : ('none' as const)
        return { account_id: id, status, days_covered: days }
      }),
    }))
}

function listStatements(
  ledger: Ledger,
  { account, periods }: LedgerAccount,
): Static<typeof schema>['reconciliation']['statements'] {
  return periods.map((period) => ({
    account_id: account.id,
    document_id: period.documentId,
    statement_id: period.statementId,
    start_date: period.startDate,
    end_date: period.endDate,
    opening_balance: toAmount(period.openingBalance, ledger.currency),
    closing_balance: toAmount(period.closingBalance, ledger.currency),
    status: period.reconciliationStatus,
  }))
}

function buildSummary(
  ledger: Ledger,
  window: Scope,
  isComplete: boolean,
): Static<typeof schema>['summary'] {
  const hasDays = ledger.lastDay >= ledger.firstDay
  return {
    first_date: hasDays ? dateOfDay(ledger.firstDay) : null,
    last_date: hasDays ? dateOfDay(ledger.lastDay) : null,
    history_days: historyDays(ledger),
    covered_days: coveredDays(ledger, window),
    gap_days: gapDays(ledger, window),
    coverage_ratio: roundNumber(coverageRatio(ledger, window), 4),
    is_complete: isComplete,
  }
}
