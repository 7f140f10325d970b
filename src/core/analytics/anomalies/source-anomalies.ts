import { addDays, daysBetween, dayNumber } from '../../values/dates.ts'
import { formatPercent, formatCents } from '../../values/paper/figure-text.ts'
import { toMajor, type Cents } from '../../values/money.ts'
import { sumAmounts } from '../arithmetic.ts'
import type { SourceRow, SourceStatement } from '../documents.ts'
import { compareSources, type ComparedLine } from '../financials/compare.ts'
import { readFinancialStatements } from '../financials/statements.ts'
import { formatAccountName } from '../figures/requests.ts'
import { remember, type Ledger } from '../ledger.ts'
import { rowsWithIds } from '../ledger/rows/select.ts'
import { money } from '../metric/outcomes.ts'
import type { Scope } from '../window.ts'
import { type Detector, type Finding } from './anomaly.ts'
import { dailyConflicts } from './sources/daily-conflicts.ts'

/** Anomalies between two sources of the same days. */
export const SOURCE_DETECTORS: readonly Detector[] = [
  {
    kind: 'duplicate_statement',
    title: 'Conflicting statements for one period',
    detect: otherStatements,
  },
  { kind: 'altered_resubmission', title: 'Altered resubmission of a statement', detect: altered },
  { kind: 'repeated_statement', title: 'Statement submitted twice', detect: repeated },
  { kind: 'source_conflict', title: 'Conflicting amounts between sources', detect: conflicts },
]

/** From this share of equal amounts on, two prints are versions of one statement. */
const ALIKE_MIN = 0.5
/** Banks and feeds date one entry so many days apart; so far from its ends a feed is whole. */
const DAYS_APART = 3
/** Fewer rows, or a smaller share of them, do not show that both are of one account (G9). */
const ROWS_MIN = 10
const SHARE_MIN = 0.8
/** Formulas section 12: a conflict of so much, in major units, is critical. */
const CRITICAL_FROM = 1_000

const RECONCILED: readonly string[] = ['reconciled', 'reconciled_by_totals', 'empty']

/** Two prints of one account and period, and the rows that only one of them has. */
interface Pair {
  first: SourceStatement
  second: SourceStatement
  onlyFirst: SourceRow[]
  onlySecond: SourceRow[]
  areVersions: boolean
  haveSameBalances: boolean
}

/** Every later print of an account's period beside the first one of it. */
function listPairs(ledger: Ledger): Pair[] {
  return remember(ledger, 'statement pairs', () => {
    const groups = Map.groupBy(ledger.sources.statements, (each) =>
      [each.accountId, each.startDate, each.endDate].join(),
    )
    const rows = Map.groupBy(ledger.sources.rows, ({ statementId }) => statementId)
    return [...groups.values()].flatMap(([first, ...others]) =>
      others
        .filter(({ documentId }) => documentId !== first!.documentId)
        .map((second) =>
          compare([first!, rows.get(first!.id) ?? []], [second, rows.get(second.id) ?? []]),
        ),
    )
  })
}

type Print = [statement: SourceStatement, rows: SourceRow[]]

function compare([first, left]: Print, [second, right]: Print): Pair {
  const onlyFirst = without(left, right)
  const onlySecond = without(right, left)
  const most = Math.max(left.length, right.length)
  return {
    first,
    second,
    onlyFirst,
    onlySecond,
    areVersions: most > 0 && (left.length - onlyFirst.length) / most >= ALIKE_MIN,
    haveSameBalances:
      first.openingBalance === second.openingBalance &&
      first.closingBalance === second.closingBalance,
  }
}

/** Rows whose amount the others do not have; each of the others stands for one. */
function without(rows: readonly SourceRow[], others: readonly SourceRow[]): SourceRow[] {
  const left = new Map<Cents, number>()
  for (const { amount } of others) left.set(amount, (left.get(amount) ?? 0) + 1)
  return rows.filter(({ amount }) => {
    const count = left.get(amount) ?? 0
    left.set(amount, count - 1)
    return count <= 0
  })
}

/** Prints of one period that have little in common: not even one is known to be right. */
function otherStatements(ledger: Ledger, scope: Scope): Finding[] {
  return pairsInside(ledger, scope)
    .filter(({ areVersions, haveSameBalances }) => !areVersions && !haveSameBalances)
    .map((pair) => ({
      severity: 'critical',
      score: 1,
      explanation: `${formatSpan(ledger, pair)} has two statements with different balances and transactions.`,
      rows: [],
      ...toPlace(pair),
    }))
}

/**
 * A statement whose rows another document repeats: they count once. Under another account's name it
 * is the same money twice; a bank prints no period in two layouts.
 */
function repeated(ledger: Ledger, scope: Scope): Finding[] {
  return (ledger.sources.repeats ?? [])
    .map((each) => ({ ...each, day: dayNumber(each.endDate) }))
    .filter(({ day }) => day >= scope.startDay && day <= scope.endDay)
    .map(({ accountId, documentId, copyDocumentId, day, ...copy }) => {
      const under = copy.isOneAccount ? '' : ` as ${copy.copyAccountName}`
      const layout = copy.isOtherLayout ? ' in another layout' : ''
      const name = accountNamed(ledger, accountId)
      return {
        severity: !copy.isOneAccount ? 'high' : copy.isOtherLayout ? 'medium' : 'info',
        score: 1,
        explanation:
          `Two documents have the same balances and transactions of ${name} to ${copy.endDate}. ` +
          `${under + layout === '' ? '' : `The second prints them${under}${layout}. `}They count once.`,
        rows: [],
        documentIds: [documentId, copyDocumentId],
        day,
      }
    })
}

/** A statement that came again with rows or balances changed; an equal copy is none. */
function altered(ledger: Ledger, scope: Scope): Finding[] {
  return pairsInside(ledger, scope).flatMap((pair) => {
    const { onlyFirst, onlySecond, first, second, haveSameBalances } = pair
    const changed = [...onlyFirst, ...onlySecond]
    if (!pair.areVersions || (haveSameBalances && changed.length === 0)) return []
    const areProven = [first, second].every((each) =>
      RECONCILED.includes(each.reconciliationStatus),
    )
    const doubt = areProven
      ? ''
      : ' One of the two does not reconcile, so it may have been misread.'
    return [
      {
        severity: areProven || !haveSameBalances ? ('critical' as const) : ('high' as const),
        score: areProven ? 1 : 0.5,
        explanation: `${formatSpan(ledger, pair)} was submitted twice: ${rowsApart(pair)}, ${balancesApart(ledger, pair)}.${doubt}`,
        rows: rowsWithIds(
          ledger,
          scope,
          changed.map(({ id }) => id),
        ),
        ...toPlace(pair),
        amount: money(sumAmounts(onlySecond)),
        expected: money(sumAmounts(onlyFirst)),
      },
    ]
  })
}

function rowsApart({ onlyFirst, onlySecond }: Pair): string {
  const count = Math.max(onlyFirst.length, onlySecond.length)
  if (count === 0) return 'the transactions are the same'
  return count === 1
    ? '1 transaction has a different amount'
    : `${count} transactions have different amounts`
}

function balancesApart({ currency }: Ledger, { first, second, haveSameBalances }: Pair): string {
  if (haveSameBalances) return 'the balances are the same'
  const shown = (cents: Cents | null): string =>
    cents === null ? 'not printed' : formatCents(cents, currency)
  const isOpening = first.openingBalance !== second.openingBalance
  return isOpening
    ? `the opening balance is ${shown(second.openingBalance)} instead of ${shown(first.openingBalance)}`
    : `the closing balance is ${shown(second.closingBalance)} instead of ${shown(first.closingBalance)}`
}

function pairsInside(ledger: Ledger, { startDay, endDay }: Scope): Pair[] {
  const isInside = (date: string): boolean =>
    dayNumber(date) >= startDay && dayNumber(date) <= endDay
  return listPairs(ledger).filter(({ first }) => isInside(first.endDate))
}

function formatSpan(ledger: Ledger, { first }: Pair): string {
  return `${accountNamed(ledger, first.accountId)}, ${first.startDate} to ${first.endDate},`
}

function toPlace({ first, second }: Pair): Pick<Finding, 'documentIds' | 'day'> {
  return { documentIds: [first.documentId, second.documentId], day: dayNumber(first.endDate) }
}

function conflicts(ledger: Ledger, scope: Scope): Finding[] {
  return [
    ...feedConflicts(ledger, scope),
    ...dailyConflicts(ledger, scope, CRITICAL_FROM),
    ...paperConflicts(ledger, scope),
  ]
}

/** Rows of a print that the feed of its account has not, and the other way round (formulas 7.2). */
function feedConflicts(ledger: Ledger, scope: Scope): Finding[] {
  const copies = new Set(listPairs(ledger).map(({ second }) => second.id))
  const groups = Map.groupBy(ledger.sources.rows, ({ accountId }) => accountId)
  return [...groups].flatMap(([accountId, own]) => {
    const printed = own.filter(
      ({ isPrinted, statementId }) => isPrinted && !copies.has(statementId ?? ''),
    )
    const fed = own.filter(({ isPrinted }) => !isPrinted)
    const periods = ledger.sources.statements.filter((each) => each.accountId === accountId)
    const feed = { startDate: fed[0]?.date ?? '', endDate: fed.at(-1)?.date ?? '' }
    const name = accountNamed(ledger, accountId)
    const absent = lacking(printed, fed, [feed])
    const unprinted = lacking(fed, printed, periods)
    return [
      ...findConflict(ledger, scope, {
        rows: absent,
        text: `${name}: the bank feed lacks transactions that the statement prints.`,
      }),
      ...findConflict(ledger, scope, {
        rows: unprinted,
        text: `${name}: the statement lacks transactions that the bank feed has.`,
      }),
    ]
  })
}

function findConflict(
  ledger: Ledger,
  scope: Scope,
  { rows, text }: { rows: readonly SourceRow[]; text: string },
): Finding[] {
  const isInside = (day: number): boolean => day >= scope.startDay && day <= scope.endDay
  const own = rows.filter(
    ({ currency, date }) => currency === ledger.currency && isInside(dayNumber(date)),
  )
  if (own.length === 0) return []
  const largest = Math.max(...own.map(({ amount }) => Math.abs(amount)))
  return [
    {
      severity: toMajor(largest, ledger.currency) >= CRITICAL_FROM ? 'critical' : 'medium',
      score: 1,
      explanation: text,
      rows: rowsWithIds(
        ledger,
        scope,
        own.map(({ id }) => id),
      ),
      documentIds: [...new Set(own.flatMap(({ documentId }) => documentId ?? []))],
      day: dayNumber(own.at(-1)!.date),
      amount: money(own.reduce((sum, { amount }) => sum + Math.abs(amount), 0)),
      expected: money(0),
    },
  ]
}

/**
 * Rows of one source, on days that the other covers whole, without a row of the same amount near
 * their day there. Nothing where the two agree too little to be of one account.
 */
function lacking(
  rows: readonly SourceRow[],
  others: readonly SourceRow[],
  spans: readonly Pick<SourceStatement, 'startDate' | 'endDate'>[],
): SourceRow[] {
  const holds = (date: string): boolean =>
    spans.some(({ startDate, endDate }) => startDate <= date && date <= endDate)
  const covered = rows.filter(({ date }) =>
    [date, addDays(date, -DAYS_APART), addDays(date, DAYS_APART)].every(holds),
  )
  const left = Map.groupBy(others, ({ amount }) => amount)
  const absent = covered.filter((row) => !takeNear(row, left.get(row.amount) ?? []))
  const share = 1 - absent.length / covered.length
  return covered.length < ROWS_MIN || share < SHARE_MIN ? [] : absent
}

/** Takes the row of the nearest day out of `rows`; false when none is near. */
function takeNear({ date }: SourceRow, rows: SourceRow[]): boolean {
  const apart = rows.map((row) => Math.abs(daysBetween(row.date, date)))
  const least = Math.min(...apart)
  if (least > DAYS_APART) return false
  rows.splice(apart.indexOf(least), 1)
  return true
}

/** Revenue of a tax return or a profit and loss that is far from the deposits of its period. */
function paperConflicts(ledger: Ledger, scope: Scope): Finding[] {
  if (ledger.documents.length === 0) return []
  const papers = readFinancialStatements(ledger.documents)
  return compareSources(ledger, papers)
    .filter(
      ({ line, flag, endDate, startDate }) =>
        line === 'revenue' &&
        flag === 'major' &&
        dayNumber(endDate) >= scope.startDay &&
        dayNumber(startDate) <= scope.endDay,
    )
    .map((line) => ({
      severity: line.isBankScaled ? ('medium' as const) : ('high' as const),
      score: Math.min(1, Math.abs(line.varianceRatio ?? 1)),
      explanation: paperText(line),
      rows: [],
      documentIds: papers
        .filter(({ period, kind }) => period?.endDate === line.endDate && kind in line.bySource)
        .map(({ document }) => document.id),
      day: dayNumber(line.endDate),
      amount: money(line.bySource.bank ?? line.bySource.profit_and_loss),
      expected: money(line.bySource.tax_return ?? line.bySource.profit_and_loss),
    }))
}

function paperText({ bySource, startDate, endDate, varianceRatio, ...line }: ComparedLine): string {
  const [own, other] =
    bySource.bank === null
      ? ['the profit and loss statement', 'the tax return']
      : [
          'the bank data',
          bySource.tax_return === null ? 'the profit and loss statement' : 'the tax return',
        ]
  const scaled = line.isBankScaled
    ? `, scaled up from ${formatPercent(line.bankCoverage)} of the days`
    : ''
  return `Revenue from ${startDate} to ${endDate} in ${own} differs by ${formatPercent(varianceRatio ?? 1)} from ${other}${scaled}.`
}

function accountNamed({ accounts }: Ledger, id: string): string {
  const own = accounts.find(({ account }) => account.id === id)
  return own === undefined ? 'An excluded account' : formatAccountName(own.account)
}
