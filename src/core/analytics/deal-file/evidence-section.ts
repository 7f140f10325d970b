import { findCategory } from '../../values/categories.ts'
import type { PaperSection, PaperTable, PaperValue } from '../../values/paper/paper.ts'
import { formatAccountName } from '../figures/requests.ts'
import { windowNamed } from '../metric/gate.ts'
import type { Ledger } from '../ledger.ts'
import { EXCLUSION_REASONS, KIND, NO_EXCLUSION } from '../ledger/classify.ts'
import { column, major, formatReference, table, words, type DealInput } from './facts.ts'
import { omitted } from './risk-section.ts'
import { getExclusion } from '../ledger/columns.ts'
import { idAt, labelAt, rowAt, selectRows } from '../ledger/rows/select.ts'

/** Rows behind a number of the file. */
interface EvidenceList {
  title: string
  empty: string
  isOf: (ledger: Ledger, row: number) => boolean
}

const isKind = (ledger: Ledger, row: number, kind: number): boolean =>
  ((ledger.columns.kinds[row]! >>> kind) & 1) === 1

const LISTS: readonly EvidenceList[] = [
  {
    title: 'Transactions excluded from revenue',
    empty: 'Every deposit is revenue.',
    isOf: ({ columns }, row) => getExclusion(columns, row) !== NO_EXCLUSION,
  },
  {
    title: 'Refunds and returns',
    empty: 'No refunds or returns.',
    isOf: (ledger, row) => isKind(ledger, row, KIND.contra),
  },
  {
    title: 'Position transactions',
    empty: 'No transaction belongs to a position.',
    isOf: (ledger, row) => labelAt(ledger, row).positionId !== null,
  },
  {
    title: 'NSF and overdraft fees',
    empty: 'No NSF or overdraft fees.',
    isOf: (ledger, row) => labelAt(ledger, row).feeKind !== null,
  },
  {
    title: 'Transactions to review',
    empty: 'No category needs review.',
    isOf: (ledger, row) => isKind(ledger, row, KIND.needsReview),
  },
  {
    title: 'Revenue transactions',
    empty: 'No deposit is revenue.',
    isOf: (ledger, row) => isKind(ledger, row, KIND.revenue),
  },
]

const COLUMNS = [
  column('Date', 'date', 10),
  column('Account', 'text', 16),
  column('Description', 'text', 58),
  column('Treated as', 'text', 22),
  column('Amount', 'amount', 12, { isSummed: true }),
  column('Source', 'text', 9),
]

/** The rows behind the numbers, each with the document and the page it was read on. */
export function evidenceSection({ ledger, facts }: DealInput): PaperSection {
  return {
    title: 'Evidence',
    note: 'Transactions of the included accounts over the whole period. D1 p. 2 is page 2 of document D1.',
    blocks: LISTS.map((list): PaperTable => {
      const found = selectEvidenceRows(ledger, list)
      const shown = found.slice(0, facts.rowsMax)
      const rest = omitted(found.length - shown.length)
      return table(list.title, COLUMNS, {
        rows: shown.map((row) => evidenceRow({ ledger, facts }, row)),
        empty: rest ?? list.empty,
        omitted: rest,
      })
    }),
  }
}

/** The ids of the rows that the section shows, each once, so that their sources can be read. */
export function evidenceIds(ledger: Ledger, rowsMax: number): string[] {
  const rows = LISTS.flatMap((list) => selectEvidenceRows(ledger, list).slice(0, rowsMax))
  return [...new Set(rows)].map((row) => idAt(ledger, row))
}

function selectEvidenceRows(ledger: Ledger, { isOf }: EvidenceList): number[] {
  return selectRows(ledger, windowNamed(ledger, 'all'), (row) => isOf(ledger, row))
}

function evidenceRow(
  { ledger, facts }: Pick<DealInput, 'ledger' | 'facts'>,
  row: number,
): PaperValue[] {
  const { id, date, description, amount, categories } = rowAt(ledger, row)
  const { slug } = categories[0]!
  const code = getExclusion(ledger.columns, row)
  const reason =
    code === NO_EXCLUSION ? (findCategory(slug)?.name ?? slug) : words(EXCLUSION_REASONS[code]!)
  const { account } = ledger.accounts[ledger.columns.account[row]!]!
  return [
    date,
    formatAccountName(account),
    description,
    reason,
    major(ledger, amount),
    formatReference(facts, id),
  ]
}
