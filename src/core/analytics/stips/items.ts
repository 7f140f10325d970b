import { normalizeName } from '../../values/text.ts'
import type { DocumentFacts } from '../documents.ts'
import { addDays, toMonth } from '../../values/dates.ts'
import { activeMcaPositions } from '../figures/debt-figures.ts'
import { missingPeriods, formatAccountName } from '../figures/requests.ts'
import type { Ledger } from '../ledger.ts'

/** A stipulation: one thing to have before a deal is funded, and the request for it. */
export interface Stip {
  code: string
  label: string
  status: 'missing' | 'received'
  /** What came is still to be looked at, or names somebody else. */
  needsCheck?: boolean
  /** What to send to the applicant; null when nothing is missing. */
  requestText: string | null
  /** Any of these documents satisfies it. */
  documentClasses: readonly string[]
}

/** What a lender requires. */
export interface StipPolicy {
  /** Whole months of statements of every account. */
  months: number
  /** Requested amount in cents from which a tax return is required. */
  taxReturnFrom: number
}

/** What is required unless a caller says another; the amount in major units. */
export const STIP_DEFAULTS = { months: 4, taxReturnFrom: 100_000 }

interface Paper {
  code: string
  label: string
  requestText: string
  documentClasses: readonly string[]
  isWanted?: (ledger: Ledger, policy: StipPolicy) => boolean
}

const PAPERS: readonly Paper[] = [
  paper('application', 'Signed application', ['iso_application']),
  paper('voided_check', 'Voided check of the funding account', ['voided_check']),
  paper('owner_identification', 'Driver’s license or passport of each owner', [
    'driver_license',
    'passport',
  ]),
  paper('proof_of_ownership', 'Proof of business ownership', [
    'operating_agreement',
    'articles_of_incorporation',
    'business_license',
    'certificate_of_good_standing',
    'ein_letter',
  ]),
  paper(
    'premises',
    'Lease, mortgage statement or deed of the premises, or the landlord’s contact',
    ['lease_agreement', 'mortgage_statement', 'deed'],
  ),
  {
    ...paper('tax_return', 'Most recent business tax return', ['tax_return', 'tax_transcript']),
    isWanted: ({ company }, { taxReturnFrom }) => (company.requestedAmount ?? 0) >= taxReturnFrom,
  },
]

/** Day of the month from which the transactions of the current month are required as well. */
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
  return { code, label, documentClasses, requestText: `Please provide: ${label}.` }
}

function paperStip(ledger: Ledger, wanted: Paper): Stip {
  const { code, label, documentClasses, requestText } = wanted
  const isHere = ledger.documentClasses.some((each) => documentClasses.includes(each))
  const status = isHere ? 'received' : 'missing'
  const needsCheck =
    isHere &&
    ledger.documentClasses.every(
      (each) => !documentClasses.includes(each) || isDoubtful(ledger, each),
    )
  return {
    code,
    label,
    status,
    needsCheck,
    requestText: isHere ? null : requestText,
    documentClasses,
  }
}

/** No document of the class was looked through, or each names somebody else. */
function isDoubtful(ledger: Ledger, documentClass: string): boolean {
  if (ledger.classesToCheck.includes(documentClass)) return true
  const read = ledger.documents.filter((each) => each.documentClass === documentClass)
  return read.length > 0 && read.every((each) => namesAnother(ledger, each))
}

// `owner_name`, `business_legal_name`; not `bank_name`, `landlord_name`, whose names are others'.
const OWN_NAME = /(?:^|_)names?$/
const OTHERS = /bank|institution|landlord|lender|funder|processor|iso|issuer|preparer|agency/
const WORD_LEAST = 3

/** Its names have no word in common with the business and its owners, as far as these are known. */
function namesAnother({ company }: Ledger, { fields }: DocumentFacts): boolean {
  const known = toWords([company.name, ...company.ownerNames])
  const named = Object.entries(fields).flatMap(([name, { value }]) =>
    OWN_NAME.test(name) && !OTHERS.test(name) && typeof value === 'string' ? [value] : [],
  )
  return known.size > 0 && named.length > 0 && toWords(named).isDisjointFrom(known)
}

function toWords(names: readonly (string | null)[]): Set<string> {
  const words = names.flatMap((name) => normalizeName(name).split(' '))
  return new Set(words.filter((word) => word.length >= WORD_LEAST))
}

function statementStips(ledger: Ledger, { months }: StipPolicy): Stip[] {
  const documentClasses = ['bank_statement', 'savings_statement', 'credit_card_statement']
  const base = { code: 'bank_statements', documentClasses }
  const label = `${months} months of bank statements`
  if (ledger.accounts.length === 0) {
    const requestText = `Please provide the last ${months} months of statements for every business account.`
    return [{ ...base, label, status: 'missing', requestText }]
  }
  const missing = missingPeriods(ledger, months)
  if (missing.length === 0) return [{ ...base, label, status: 'received', requestText: null }]
  return missing.map(({ requestText }) => ({
    ...base,
    label: `Statements for ${requestText}`,
    status: 'missing' as const,
    requestText: `Please provide the statements for ${requestText}.`,
  }))
}

/** From the eighth on a lender wants to see the current month as well. */
function monthToDateStips({ today, asOf }: Ledger): Stip[] {
  if (today === null || asOf === null || Number(today.slice(8)) < MONTH_TO_DATE_FROM) return []
  if (toMonth(asOf) >= toMonth(today)) return []
  const label = `Month-to-date transactions from ${addDays(asOf, 1)}`
  const requestText = `Please provide all transactions from ${addDays(asOf, 1)} to date.`
  const documentClasses = ['mtd_transactions', 'transaction_export']
  return [{ code: 'month_to_date', label, status: 'missing', requestText, documentClasses }]
}

function unreconciledStips(ledger: Ledger): Stip[] {
  return ledger.accounts.flatMap(({ account, periods }) =>
    periods
      .filter(({ reconciliationStatus }) => reconciliationStatus === 'unreconciled')
      .map(({ startDate, endDate }) => {
        const name = formatAccountName(account)
        const label = `${name}, ${startDate} to ${endDate}: statement does not reconcile`
        const requestText = `Please resend every page of the ${name} statement for ${startDate} to ${endDate} as the bank’s original PDF.`
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
    label: `Statements for ${institutionName ?? 'account'}${mask === null ? '' : ` ...${mask}`}`,
    status: 'missing',
    requestText,
    documentClasses: ['bank_statement'],
  }))
}

/** A letter satisfies the stipulation of the funder that it names. */
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
      : `Please provide a payoff letter from ${funder} with the current balance.`
    const label = `Payoff letter from ${funder}`
    const status = isHere ? 'received' : 'missing'
    return { code: 'payoff_letter', label, status, requestText, documentClasses }
  })
}
