import { dayNumber } from '../../values/dates.ts'
import type { CoveredPeriod } from '../../values/account.ts'
import { formatCents, formatCount } from '../../values/paper/figure-text.ts'
import { readText } from '../documents.ts'
import { formatAccountName } from '../figures/requests.ts'
import type { Ledger } from '../ledger.ts'
import type { LedgerRow } from '../ledger/rows/row.ts'
import { rowAt, selectRows } from '../ledger/rows/select.ts'
import { money } from '../metric/outcomes.ts'
import type { Scope } from '../window.ts'
import type { Detector, Finding } from './anomaly.ts'

/** Anomalies between what a statement prints, its rows and the application. */
export const STATEMENT_DETECTORS: readonly Detector[] = [
  {
    kind: 'nsf_count_mismatch',
    title: 'Fees differ from the printed fee summary',
    detect: feeSums,
  },
  { kind: 'address_mismatch', title: 'Address mismatch', detect: addresses },
]

/** N11: the statement's own sums of overdraft and returned-item fees against its fee rows. */
function feeSums(ledger: Ledger, scope: Scope): Finding[] {
  return ledger.accounts.flatMap(({ account, periods }) =>
    periods.flatMap((period) => {
      const printed = printedFees(period)
      const endDay = dayNumber(period.endDate)
      if (printed === null || endDay < scope.startDay || endDay > scope.endDay) return []
      const span = { startDay: dayNumber(period.startDate), endDay }
      const rows = selectRows(ledger, span, (row) => {
        const own = rowAt(ledger, row)
        return own.accountId === account.id && own.amount < 0 && printed.isMeant(own)
      })
      const found = rows.reduce((sum, row) => sum - ledger.columns.amount[row]!, 0)
      if (found === printed.sum) return []
      const [own, stated] = [found, printed.sum].map((cents) => formatCents(cents, ledger.currency))
      return [
        {
          severity: 'medium' as const,
          score: Math.min(1, Math.abs(found - printed.sum) / Math.max(found, printed.sum)),
          explanation: `${formatAccountName(account)} to ${period.endDate}: fee transactions total ${own}, the printed fee summary ${stated}.`,
          rows,
          documentIds: period.documentId === null ? [] : [period.documentId],
          day: endDay,
          amount: money(found),
          expected: money(printed.sum),
        },
      ]
    }),
  )
}

interface PrintedFees {
  sum: number
  isMeant: (row: LedgerRow) => boolean
}

/**
 * The printed sum and the rows that it is of: all fee rows where both sums are printed, else those
 * whose words name the kind. Null where the statement prints none.
 */
function printedFees({ feesPrinted }: CoveredPeriod): PrintedFees | null {
  const { overdraftPeriod: overdraft = null, returnedPeriod: returned = null } = feesPrinted ?? {}
  const sum = Math.abs(overdraft ?? 0) + Math.abs(returned ?? 0)
  const isFee = (row: LedgerRow): boolean => row.categories[0]?.slug === 'fees.nsf_overdraft'
  if (overdraft !== null && returned !== null) return { sum, isMeant: isFee }
  if (overdraft !== null)
    return { sum, isMeant: (row) => isFee(row) && row.feeKind === 'overdraft' }
  if (returned === null) return null
  const kinds = ['nsf', 'returned_item']
  return { sum, isMeant: (row) => isFee(row) && kinds.includes(row.feeKind ?? '') }
}

/** Fields of documents that state the address of the business. */
const ADDRESS_FIELDS = ['business_address', 'city_state_zip']
// `78521`, `78521-4417`, `K1A 0B1`, `SW1A 1AA`; what stands first is a house number
const POSTAL_CODE =
  /(?<=.)\b(?:(\d{5})(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})\b/gs

/** Statements with an address other than the one that the application states. */
function addresses(ledger: Ledger): Finding[] {
  const stated = [
    ledger.company.postalCode ?? null,
    ...ledger.documents.flatMap((paper) => ADDRESS_FIELDS.map((field) => readText(paper, field))),
  ].flatMap((text) => findPostalCode(text === null ? null : ` ${text}`) ?? [])
  if (stated.length === 0) return []
  const elsewhere = ledger.accounts
    .flatMap(({ periods }) => periods)
    .filter(({ holderAddress = null }) => {
      const code = findPostalCode(holderAddress)
      return code !== null && !stated.includes(code)
    })
  if (elsewhere.length === 0) return []
  return [
    {
      severity: 'medium',
      score: 1,
      explanation: `${formatCount(elsewhere.length, 'statement is', 'statements are')} addressed to a different place than the application states.`,
      rows: [],
      documentIds: [...new Set(elsewhere.flatMap(({ documentId }) => documentId ?? []))],
      amount: elsewhere.length,
    },
  ]
}

/** The last postal code of an address; two addresses with one code are taken for one place. */
function findPostalCode(address: string | null): string | null {
  const last = [...(address ?? '').toUpperCase().matchAll(POSTAL_CODE)].at(-1)
  return last === undefined ? null : (last[1] ?? last[0]).replaceAll(' ', '')
}
