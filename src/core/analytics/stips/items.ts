import { addDays, toMonth } from '../../values/dates.ts'
import { activeMcaPositions } from '../figures/debt-figures.ts'
import { missingPeriods, formatAccountName } from '../figures/requests.ts'
import type { Ledger } from '../ledger.ts'

/** One thing to have before a deal is funded, and the sentence that asks for it. */
export interface Stip {
  code: string
  label: string
  status: 'missing' | 'received'
  /** What to send to the applicant; null when nothing is missing. */
  requestText: string | null
  /** Any of these documents settles it. */
  documentClasses: readonly string[]
}

/** What a lender wants to see. */
export interface StipPolicy {
  /** Whole months of statements of every account. */
  months: number
  /** Requested amount in cents from which a tax return is wanted. */
  taxReturnFrom: number
}

interface Paper {
  code: string
  label: string
  requestText: string
  documentClasses: readonly string[]
  isWanted?: (ledger: Ledger, policy: StipPolicy) => boolean
}

const PAPERS: readonly Paper[] = [
  paper('application', 'Signed application', ['iso_application']),
  paper('voided_check', 'Voided check of the account to be paid', ['voided_check']),
  paper('owner_identification', 'Driver license or passport of each owner', [
    'driver_license',
    'passport',
  ]),
  paper('proof_of_ownership', 'Proof of ownership of the business', [
    'operating_agreement',
    'articles_of_incorporation',
    'business_license',
    'certificate_of_good_standing',
    'ein_letter',
  ]),
  paper('premises', 'Lease, mortgage or deed of the premises, or the landlord’s contact', [
    'lease_agreement',
    'mortgage_statement',
    'deed',
  ]),
  {
    ...paper('tax_return', 'Latest business tax return', ['tax_return', 'tax_transcript']),
    isWanted: ({ company }, { taxReturnFrom }) => (company.requestedAmount ?? 0) >= taxReturnFrom,
  },
]

/** Day of the month from which the transactions of the running month are wanted as well. */
const MONTH_TO_DATE_FROM = 8

/** The checklist of a deal: papers, statements, accounts and letters of funders, in that order. */
export function listStips(ledger: Ledger, policy: StipPolicy): Stip[] {
  return [
    ...PAPERS.filter(({ isWanted }) => isWanted?.(ledger, policy) ?? true).map((each) =>
      paperStip(ledger, each),
    ),
    ...statementStips(ledger, policy),
    ...monthToDateStips(ledger),
    ...unreconciledStips(ledger),
    ...accountStips(ledger),
    ...letterStips(ledger),
  ]
}

function paper(code: string, label: string, documentClasses: readonly string[]): Paper {
  return { code, label, documentClasses, requestText: `Please send: ${label}.` }
}

function paperStip(ledger: Ledger, wanted: Paper): Stip {
  const { code, label, documentClasses, requestText } = wanted
  const isHere = ledger.documentClasses.some((each) => documentClasses.includes(each))
  const status = isHere ? 'received' : 'missing'
  return { code, label, status, requestText: isHere ? null : requestText, documentClasses }
}

function statementStips(ledger: Ledger, { months }: StipPolicy): Stip[] {
  const documentClasses = ['bank_statement', 'savings_statement', 'credit_card_statement']
  const base = { code: 'bank_statements', documentClasses }
  const label = `${months} months of bank statements`
  if (ledger.accounts.length === 0) {
    const requestText = `Please send the last ${months} months of statements of every business account.`
    return [{ ...base, label, status: 'missing', requestText }]
  }
  const missing = missingPeriods(ledger, months)
  if (missing.length === 0) return [{ ...base, label, status: 'received', requestText: null }]
  return missing.map(({ requestText }) => ({
    ...base,
    label: `Statements of ${requestText}`,
    status: 'missing' as const,
    requestText: `Please send the statements of ${requestText}.`,
  }))
}

/** From the eighth on a lender wants to see how the running month goes. */
function monthToDateStips({ today, asOf }: Ledger): Stip[] {
  if (today === null || asOf === null || Number(today.slice(8)) < MONTH_TO_DATE_FROM) return []
  if (toMonth(asOf) >= toMonth(today)) return []
  const label = `Transactions from ${addDays(asOf, 1)} to date`
  const requestText = `Please send the transactions from ${addDays(asOf, 1)} to date.`
  const documentClasses = ['mtd_transactions', 'transaction_export']
  return [{ code: 'month_to_date', label, status: 'missing', requestText, documentClasses }]
}

function unreconciledStips(ledger: Ledger): Stip[] {
  return ledger.accounts.flatMap(({ account, periods }) =>
    periods
      .filter(({ reconciliationStatus }) => reconciliationStatus === 'unreconciled')
      .map(({ startDate, endDate }) => {
        const label = `${formatAccountName(account)}, ${startDate} to ${endDate}: does not reconcile`
        const requestText = `Please send the statement of ${formatAccountName(account)} from ${startDate} to ${endDate} again, every page of it, as the bank’s own PDF.`
        const documentClasses = ['bank_statement']
        return {
          code: 'unreconciled_statement',
          label,
          status: 'missing' as const,
          requestText,
          documentClasses,
        }
      }),
  )
}

function accountStips(ledger: Ledger): Stip[] {
  return (ledger.missingAccounts ?? []).map(({ mask, institutionName, requestText }) => ({
    code: 'missing_account',
    label: `Statements of ${institutionName ?? 'the account'}${mask === null ? '' : ` ...${mask}`}`,
    status: 'missing',
    requestText,
    documentClasses: ['bank_statement'],
  }))
}

/** A letter settles the funder that it names. */
function letterStips(ledger: Ledger): Stip[] {
  const documentClasses = ['payoff_letter', 'zero_balance_letter']
  const letters = ledger.documents
    .filter(({ documentClass }) => documentClasses.includes(documentClass))
    .map(({ fields }) =>
      Object.values(fields)
        .map(({ value }) => String(value))
        .join(' ')
        .toLowerCase(),
    )
  const funders = new Set(activeMcaPositions(ledger).map(({ funderName }) => funderName))
  return [...funders].map((funder) => {
    const isHere = letters.some((text) => text.includes(funder.toLowerCase()))
    const requestText = isHere
      ? null
      : `Please send a payoff letter of ${funder} with today’s balance.`
    const label = `Payoff letter of ${funder}`
    const status = isHere ? 'received' : 'missing'
    return { code: 'payoff_letter', label, status, requestText, documentClasses }
  })
}
