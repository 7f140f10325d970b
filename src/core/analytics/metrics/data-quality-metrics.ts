import type { LedgerAccount } from '../ledger/periods.ts'
import { computeRatio } from '../arithmetic.ts'
import { toBankKey } from '../../values/banks/bank-name.ts'
import { daysBetween } from '../../values/dates.ts'
import { each, over, plainParts, sizeParts } from '../metric/basis.ts'
import { rowsOfKind } from '../metric/evidence.ts'
import {
  categorizationGap,
  historyDays,
  qualityScore,
  computeReconciliation,
  unmatchedTransferRatio,
  coverageRatio,
  gapDays,
} from '../figures/quality.ts'
import { listQualityNotes } from '../scorecard/quality-notes.ts'
import { windowNamed } from '../metric/gate.ts'
import { getTally, type Ledger } from '../ledger.ts'
import { KIND } from '../ledger/classify.ts'
import { metric, type Metric, type MetricDeclaration } from '../metric.ts'
import { valueOr } from '../metric/outcomes.ts'

function quality(declaration: Omit<MetricDeclaration, 'group'>): Metric {
  const isDivisible = declaration.basis !== undefined
  return metric({ isDivisible, ...declaration, group: 'data_quality' })
}

/** Every row with its size. */
const ALL_SIZES = sizeParts(rowsOfKind(KIND.any))

/** How far the data can be relied on (formulas sections 2 and 13). */
export const DATA_QUALITY_METRICS: readonly Metric[] = [
  quality({
    name: 'reconciliation_rate',
    label: 'Reconciliation rate',
    unit: 'ratio',
    formulaId: 'Q1',
    formula: 'Reconciled statements / statements with both balances',
    defaultWindow: 'all',
    isHigherBetter: true,
    heronLabel: 'has_unreconciled_data',
    needs: [],
    compute: (ledger) => {
      const { rate, judged, reconciled } = computeReconciliation(ledger)
      return valueOr(rate, 'missing_input', { reconciled, statements: judged })
    },
  }),
  quality({
    name: 'coverage_ratio',
    label: 'Coverage ratio',
    unit: 'ratio',
    formulaId: 'Q2',
    formula: 'Covered account-days / account-days of the period',
    defaultWindow: 'last_3_full_calendar_months',
    isHigherBetter: true,
    heronLabel: 'data_coverage',
    needs: [],
    compute: (ledger, window) => valueOr(coverageRatio(ledger, window), 'no_transactions'),
  }),
  quality({
    name: 'categorization_gap_ratio',
    label: 'Categorization gap',
    unit: 'ratio',
    formulaId: 'Q3',
    formula: 'Absolute amount that needs review / absolute amount',
    isHigherBetter: false,
    heronLabel: 'category_coverage',
    compute: (ledger, window) => valueOr(categorizationGap(ledger, window), 'no_transactions'),
    basis: over(sizeParts(rowsOfKind(KIND.needsReview)), ALL_SIZES),
  }),
  quality({
    name: 'merchant_coverage',
    label: 'Merchant coverage',
    unit: 'ratio',
    formulaId: 'Q3',
    formula: 'Absolute amount of rows with a merchant / absolute amount',
    isHigherBetter: true,
    heronLabel: 'merchant_coverage',
    compute: (ledger, window) => {
      const tally = getTally(ledger, window)
      const share = computeRatio(tally.kindAbsolute[KIND.hasMerchant]!, tally.absoluteSum)
      return valueOr(share, 'no_transactions')
    },
    basis: over(sizeParts(rowsOfKind(KIND.hasMerchant)), ALL_SIZES),
  }),
  quality({
    name: 'history_days',
    label: 'Days of history',
    unit: 'days',
    formulaId: 'Q4',
    formula: 'Days from the first to the last covered day',
    defaultWindow: 'all',
    isHigherBetter: true,
    heronLabel: 'date_range',
    compute: (ledger) => ({ value: historyDays(ledger) }),
  }),
  quality({
    name: 'staleness_days',
    label: 'Data age',
    unit: 'days',
    formulaId: 'C6',
    formula: 'Today less the last day with data',
    defaultWindow: 'all',
    isHigherBetter: false,
    heronLabel: 'data_freshness',
    compute: ({ today, asOf }) => {
      const days = today === null || asOf === null ? null : daysBetween(asOf, today)
      return valueOr(days, 'missing_input')
    },
  }),
  quality({
    name: 'has_balance_ratio',
    label: 'Transactions with a running balance',
    unit: 'ratio',
    formulaId: 'B1',
    formula: 'Rows with a running balance / rows',
    defaultWindow: 'all',
    isHigherBetter: true,
    heronLabel: 'has_balance_ratio',
    compute: (ledger, window) => {
      const { kindCount, rowCount } = getTally(ledger, window)
      return valueOr(computeRatio(kindCount[KIND.hasBalance]!, rowCount), 'no_transactions')
    },
    basis: over(
      plainParts(rowsOfKind(KIND.hasBalance)),
      plainParts(rowsOfKind(KIND.any)),
      'count_ratio',
    ),
  }),
  quality({
    name: 'transaction_count',
    label: 'Transactions',
    unit: 'n',
    formulaId: 'C11',
    formula: 'Counted rows: neither pending nor duplicate',
    heronLabel: 'data_volume',
    compute: (ledger, window) => ({ value: getTally(ledger, window).rowCount }),
    basis: each(rowsOfKind(KIND.any), 'count'),
  }),
  quality({
    name: 'account_count',
    label: 'Accounts',
    unit: 'n',
    formulaId: 'C10',
    formula: 'Included accounts',
    defaultWindow: 'all',
    heronLabel: 'accounts',
    needs: [],
    compute: ({ accounts }) => ({ value: accounts.length }),
  }),
  quality({
    name: 'duplicate_account_pairs',
    label: 'Possible duplicate accounts',
    unit: 'n',
    formulaId: 'G9',
    formula: 'Pairs of accounts with the same last 4 digits and bank',
    defaultWindow: 'all',
    isHigherBetter: false,
    heronLabel: 'potentially_duplicated_account_pairs',
    needs: [],
    compute: ({ accounts }) => ({ value: duplicatePairs(accounts).length }),
  }),
  quality({
    name: 'unmatched_transfer_ratio',
    label: 'Unmatched transfers',
    unit: 'ratio',
    formulaId: 'Q5',
    formula: 'Absolute amount of unmatched transfers / absolute amount',
    isHigherBetter: false,
    heronLabel: 'unconnected_account_ratio',
    compute: (ledger, window) => valueOr(unmatchedTransferRatio(ledger, window), 'no_transactions'),
    basis: over(sizeParts(rowsOfKind(KIND.unmatchedTransfer)), ALL_SIZES),
  }),
  quality({
    name: 'missing_account_count',
    label: 'Accounts not submitted',
    unit: 'n',
    formulaId: '13.3',
    formula: 'Accounts that transfers and card payments refer to and that were not submitted',
    defaultWindow: 'all',
    isHigherBetter: false,
    isDivisible: false,
    compute: ({ missingAccounts }) => valueOr(missingAccounts?.length ?? null, 'missing_input'),
    basis: {
      method: 'distinct_parties',
      parts: ({ missingAccounts }) =>
        (missingAccounts ?? []).map(({ transactionIds }, place) => ({
          rows: transactionIds,
          factor: 1,
          party: `account ${place + 1}`,
        })),
    },
  }),
  quality({
    name: 'coverage_gap_days',
    label: 'Coverage gap days',
    unit: 'days',
    formulaId: 'G4',
    formula: 'Uncovered days between the first and the last covered day, over all accounts',
    defaultWindow: 'last_3_full_calendar_months',
    isHigherBetter: false,
    compute: (ledger, window) => ({ value: gapDays(ledger, window) }),
  }),
  quality({
    name: 'document_authenticity',
    label: 'Document authenticity',
    unit: 'score',
    formulaId: 'Q6',
    formula: 'Lowest authenticity score of the bank documents',
    defaultWindow: 'all',
    isHigherBetter: true,
    needs: [],
    compute: (ledger) => valueOr(ledger.documentAuthenticity, 'missing_input'),
  }),
  quality({
    name: 'data_quality_score',
    label: 'Data-quality score',
    unit: 'score',
    formulaId: 'Q7',
    formula:
      '100 x (0.35 Q1 + 0.25 Q2 + 0.15 (1 - Q3) + 0.10 min(1, history / 90) + 0.15 Q6 / 100); ' +
      'at most 99 while an account is missing or the data is older than 30 days',
    defaultWindow: 'all',
    isHigherBetter: true,
    heronLabel: 'confidence',
    compute: scoreOutcome,
  }),
]

/** A hundred means that there is nothing to say of the data. */
const BEST_WITH_NOTES = 99

function scoreOutcome(ledger: Ledger): ReturnType<Metric['compute']> {
  const coverageWindow = windowNamed(ledger, 'last_3_full_calendar_months')
  const { score, missing } = qualityScore(ledger, coverageWindow)
  const notes = listQualityNotes(ledger)
  const inputs = { missing: missing.join(', '), notes: notes.length }
  const value = score === null || notes.length === 0 ? score : Math.min(score, BEST_WITH_NOTES)
  return { value, reasons: missing.length > 0 ? ['missing_input'] : [], inputs }
}

/** G9: accounts with the same last 4 digits at the same bank, two by two. */
export function duplicatePairs(
  accounts: readonly LedgerAccount[],
): [LedgerAccount, LedgerAccount][] {
  return accounts.flatMap((first, index) =>
    accounts
      .slice(index + 1)
      .filter((second) => isSameNumber(first, second))
      .map((second): [LedgerAccount, LedgerAccount] => [first, second]),
  )
}

function isSameNumber({ account: a }: LedgerAccount, { account: b }: LedgerAccount): boolean {
  if (a.last4 === null || a.institutionName === null || b.institutionName === null) return false
  return a.last4 === b.last4 && toBankKey(a.institutionName) === toBankKey(b.institutionName)
}
