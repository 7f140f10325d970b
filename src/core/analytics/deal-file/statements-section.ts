import { formatCents, formatMoney } from '../../values/paper/figure-text.ts'
import type { LedgerAccount } from '../ledger/periods.ts'
import { toMajor } from '../../values/money.ts'
import type { PaperBlock, PaperSection, PaperValue } from '../../values/paper/paper.ts'
import { coverageRatio } from '../figures/quality.ts'
import { formatAccountName } from '../figures/requests.ts'
import { windowNamed } from '../metric/gate.ts'
import type { Ledger } from '../ledger.ts'
import { firstRowOn } from '../ledger/tally.ts'
import { dateOfDay, dayNumber } from '../../values/dates.ts'
import { listStips } from '../stips/items.ts'
import { column, major, table, words, type DealFacts, type DealInput } from './facts.ts'

/** Every statement with its reconciliation, and the days that are not covered. */
export function statementsSection({ ledger, facts }: DealInput): PaperSection {
  return {
    title: 'Statements and coverage',
    note: 'Opening balance plus credits less debits must equal the closing balance; the difference is unexplained.',
    blocks: [
      table(
        'Reconciliation',
        [
          column('Account', 'text', 20),
          column('From', 'date', 10),
          column('To', 'date', 10),
          column('Doc.', 'text', 5),
          column('Opening', 'amount', 12),
          column('Credits', 'amount', 12),
          column('Debits', 'amount', 12),
          column('Computed', 'amount', 12, { sumOf: { plus: [4, 5], minus: [6] } }),
          column('Closing', 'amount', 12),
          column('Difference', 'amount', 10, { sumOf: { plus: [8], minus: [7] } }),
          column('Status', 'text', 18),
        ],
        {
          rows: ledger.accounts.flatMap((own, account) =>
            statementRows(ledger, { own, account, facts }),
          ),
          empty: 'No statement covers an included account.',
        },
      ),
      table(
        'Coverage',
        [
          column('Account', 'text', 30),
          column('First day', 'date', 12),
          column('Last day', 'date', 12),
          column('Of these days', 'ratio', 10),
          column('Gaps', 'count', 8),
        ],
        { rows: coverageRows(ledger), empty: 'No account is included.' },
      ),
      {
        kind: 'list',
        title: 'Gaps and breaks',
        items: ledger.accounts.flatMap((own) => gapSentences(ledger, own)),
        empty: 'No gaps or breaks between the first and the last day.',
      },
      ...setFigures(ledger, facts),
    ],
  }
}

const SET_MAX = 20

/** A statement may close by what a person set against its page: the sums above do not show that. */
function setFigures({ currency }: Ledger, { documents, setFigures: all }: DealFacts): PaperBlock[] {
  if (all.length === 0) return []
  const items = all.slice(0, SET_MAX).map(({ documentId, field, printed, set, by }) => {
    const number = documents.findIndex(({ id }) => id === documentId) + 1
    const [was, is] = [printed, set].map((own) => own !== null && formatMoney(own, currency))
    const what = field === 'amount' ? 'amount' : words(field)
    const text =
      was === false
        ? `a row of ${is} added`
        : is === false
          ? `${field === 'amount' ? 'a row of' : what} ${was} removed`
          : `${what} set to ${is}, on the page ${was}`
    return `D${number}: ${text}${by === null ? '' : `, by ${by}`}.`
  })
  const left = all.length - items.length
  if (left > 0) items.push(`${left} more.`)
  const title = 'Figures set by a person against the page'
  return [{ kind: 'list', title, items, empty: '' }]
}

/** The documents of the deal, with the numbers that rows refer to. */
export function documentsSection({ facts }: DealInput): PaperSection {
  const rows = facts.documents.map((document, index): PaperValue[] => [
    `D${index + 1}`,
    document.filename,
    words(document.documentClass ?? 'unknown'),
    document.pageCount,
    words(document.status),
    document.authenticity,
  ])
  const columns = [
    column('No.', 'text', 5),
    column('File', 'text', 44),
    column('Class', 'text', 18),
    column('Pages', 'count', 7, { isSummed: true }),
    column('Status', 'text', 14),
    column('Authenticity', 'score', 11),
  ]
  return {
    title: 'Documents',
    note: null,
    blocks: [table('Documents', columns, { rows, empty: 'The deal has no documents.' })],
  }
}

const STIP_POLICY = { months: 4, taxReturnFrom: 100_000_00 }

/** What the deal still needs, with the request to send. */
export function stipsSection({ ledger }: DealInput): PaperSection {
  const rows = listStips(ledger, STIP_POLICY).map(
    ({ label, status, requestText }): PaperValue[] => [status, label, requestText ?? ''],
  )
  const columns = [
    column('Status', 'text', 9),
    column('Stipulation', 'text', 36),
    column('Request', 'text', 50),
  ]
  return {
    title: 'Stipulations',
    note: null,
    blocks: [table('Stipulations', columns, { rows, empty: 'No stipulations.' })],
  }
}

interface Own {
  own: LedgerAccount
  account: number
  facts: DealFacts
}

function statementRows(ledger: Ledger, { own, account, facts }: Own): PaperValue[][] {
  return own.periods.map((period) => {
    const flows = sumFlows(ledger, account, period)
    const { openingBalance: opening, closingBalance: closing } = period
    const computed = opening === null ? null : opening + flows.credits - flows.debits
    const number = facts.documents.findIndex(({ id }) => id === period.documentId) + 1
    return [
      formatAccountName(own.account),
      period.startDate,
      period.endDate,
      number === 0 ? '' : `D${number}`,
      major(ledger, opening),
      toMajor(flows.credits, ledger.currency),
      toMajor(flows.debits, ledger.currency),
      major(ledger, computed),
      major(ledger, closing),
      computed === null || closing === null ? null : major(ledger, closing - computed),
      words(period.reconciliationStatus),
    ]
  })
}

/** The rows of one account in the days of a statement. */
function sumFlows(
  ledger: Ledger,
  account: number,
  { startDate, endDate }: { startDate: string; endDate: string },
): { credits: number; debits: number } {
  const { columns } = ledger
  const flows = { credits: 0, debits: 0 }
  const end = firstRowOn(columns, dayNumber(endDate) + 1)
  for (let row = firstRowOn(columns, dayNumber(startDate)); row < end; row += 1) {
    if (columns.account[row] !== account) continue
    const amount = columns.amount[row]!
    if (amount > 0) flows.credits += amount
    else flows.debits -= amount
  }
  return flows
}

function coverageRows(ledger: Ledger): PaperValue[][] {
  const all = windowNamed(ledger, 'all')
  return ledger.accounts.map(({ account, coverage }, index) => [
    formatAccountName(account),
    coverage.ranges.length === 0 ? null : dateOfDay(coverage.ranges[0]!.startDay),
    coverage.ranges.length === 0 ? null : dateOfDay(coverage.ranges.at(-1)!.endDay),
    coverageRatio(ledger, { ...all, account: index }),
    coverage.gaps.length,
  ])
}

function gapSentences(ledger: Ledger, { account, coverage }: LedgerAccount): string[] {
  const missing = (cents: number | null): string =>
    cents === null ? '' : `; the balance moved by ${formatCents(cents, ledger.currency)} in between`
  return [
    ...coverage.gaps.map(({ startDay, endDay, kind, missingActivity }) => {
      const days = `${dateOfDay(startDay)} to ${dateOfDay(endDay)}`
      return `${formatAccountName(account)}: ${kind === 'soft' ? 'one-day gap at a month’s edge' : 'gap'} from ${days}${missing(missingActivity)}.`
    }),
    ...coverage.breaks.map(
      ({ day, missingActivity }) =>
        `${formatAccountName(account)}: continuity break on ${dateOfDay(day)}${missing(missingActivity)}.`,
    ),
  ]
}
