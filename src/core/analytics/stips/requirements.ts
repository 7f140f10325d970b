import type { Account, CoveredPeriod } from '../../values/account.ts'
import { NOBODY } from '../../values/account.ts'
import type { PlainDate } from '../../values/dates.ts'
import type { Cents } from '../../values/money.ts'
import { buildLedger } from '../ledger.ts'
import type { AnalyticsSettings } from '../settings.ts'
import { listStips, type Stip } from './items.ts'

/** What a deal must have before its broker can submit it. */
export interface Requirement {
  code: RequirementCode
  label: string
  satisfied: boolean
  /** What is missing, as a sentence; null when nothing is. */
  why: string | null
  /** The field that is missing; null for documents. */
  param: string | null
}

/** A deal as its broker has described it, and what was found in the files. */
export interface OfferedDeal {
  name: string | null
  hasEin: boolean
  ownershipPercents: readonly (number | null)[]
  amount: Cents | null
  accounts: readonly Account[]
  periods: readonly CoveredPeriod[]
  documentClasses: readonly string[]
  /** Files that nobody has read yet. */
  unreadCount: number
  settings: AnalyticsSettings
  today: PlainDate
}

/** An owner of so much signs for the business. */
const OWNERSHIP_PERCENT = 50

interface Field {
  label: string
  param: string
  why: string
  isThere: (deal: OfferedDeal) => boolean
}

const FIELDS = {
  business_name: {
    label: 'Legal name of the business',
    param: 'business.name',
    why: 'business.name is missing.',
    isThere: ({ name }) => name !== null && name.trim() !== '',
  },
  ein: {
    label: 'EIN of the business',
    param: 'business.ein',
    why: 'business.ein is missing.',
    isThere: ({ hasEin }) => hasEin,
  },
  owner: {
    label: `Owners with ${OWNERSHIP_PERCENT} % together`,
    param: 'owners',
    why: `owners have less than ${OWNERSHIP_PERCENT} % together, or say no ownership_percent.`,
    isThere: ({ ownershipPercents }) =>
      ownershipPercents.reduce<number>((sum, percent) => sum + (percent ?? 0), 0) >=
      OWNERSHIP_PERCENT,
  },
  amount: {
    label: 'Requested amount',
    param: 'funding.amount',
    why: 'funding.amount is missing.',
    isThere: ({ amount }) => (amount ?? 0) > 0,
  },
} as const satisfies Record<string, Field>

/** Requirements that are stipulations of the deal too. */
const STIPULATED = {
  application: 'Signed application',
  bank_statements: 'months of statements of every account',
  unreconciled_statement: 'Statements that are complete',
  voided_check: 'Voided check of the funding account',
  owner_identification: 'Driver’s license or passport of each owner',
  proof_of_ownership: 'Proof of business ownership',
  premises: 'Lease, mortgage statement or deed of the premises',
  tax_return: 'Most recent business tax return',
} as const

export type RequirementCode = keyof typeof FIELDS | keyof typeof STIPULATED

export const REQUIREMENT_CODES = [
  ...Object.keys(FIELDS),
  ...Object.keys(STIPULATED),
] as RequirementCode[]

/** Field by field and document by document, in the order of the wanted codes. */
export function listRequirements(
  deal: OfferedDeal,
  wanted: readonly RequirementCode[],
  months: number,
): Requirement[] {
  const stips = stipulate(deal, months)
  return wanted.map((code) =>
    code in FIELDS
      ? requireField(deal, code as keyof typeof FIELDS)
      : requireStips(deal, { code: code as keyof typeof STIPULATED, months }, stips),
  )
}

function requireField(deal: OfferedDeal, code: keyof typeof FIELDS): Requirement {
  const { label, param, why, isThere } = FIELDS[code]
  const satisfied = isThere(deal)
  return { code, label, satisfied, why: satisfied ? null : why, param }
}

function requireStips(
  { unreadCount }: OfferedDeal,
  { code, months }: { code: keyof typeof STIPULATED; months: number },
  stips: readonly Stip[],
): Requirement {
  const open = stips.filter((stip) => stip.code === code && stip.requestText !== null)
  const label = code === 'bank_statements' ? `${months} ${STIPULATED[code]}` : STIPULATED[code]
  if (open.length === 0) return { code, label, satisfied: true, why: null, param: null }
  const texts = open.map(({ requestText }) => requestText!)
  const unread = unreadCount === 1 ? '1 file is' : `${unreadCount} files are`
  const why = unreadCount === 0 ? texts : [...texts, `${unread} still being read.`]
  return { code, label, satisfied: false, why: why.join(' '), param: null }
}

/** The checklist of a deal that has statements and papers, and no rows yet. */
function stipulate(deal: OfferedDeal, months: number): Stip[] {
  const ledger = buildLedger({
    submissionId: '',
    transactions: [],
    accounts: deal.accounts,
    periods: deal.periods,
    positions: [],
    streams: [],
    company: { ...NOBODY, name: deal.name, requestedAmount: deal.amount },
    settings: deal.settings,
    asOf: null,
    currency: null,
    documentAuthenticity: null,
    documentClasses: deal.documentClasses,
    today: deal.today,
  })
  return listStips(ledger, { months, taxReturnFrom: 0 })
}
