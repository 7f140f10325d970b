import type { Creditor } from '../settings.ts'

/** Annual revenue up to which a business gets its reasons without request (12 CFR 1002.9(a)(3)). */
const SMALL_BUSINESS_REVENUE = 1_000_000

/** More than four reasons are unlikely to help an applicant (commentary to 12 CFR 1002.9(b)(2)). */
export const REASONS_MAX = 4

/** Which rule of 12 CFR 1002.9(a)(3) applies, in words; `revenue` is a year's, null = unknown. */
export function noticeRule(revenue: number | null): string {
  if (revenue === null) {
    return 'The annual revenue is not known, so the applicable rule cannot be determined.'
  }
  return revenue <= SMALL_BUSINESS_REVENUE
    ? 'Annual revenue of $1,000,000 or less: notice within 30 days, with the reasons or the right to request them.'
    : 'Annual revenue above $1,000,000: notice within a reasonable time, reasons on request.'
}

/** What stands in a notice; every part must be known before one can be sent. */
export interface NoticeFacts {
  applicant: string | null
  creditor: Creditor
  date: string | null
  statements: readonly string[]
}

/** A notice, or what is missing for one. */
export interface Notice {
  text: string | null
  missing: string[]
}

/**
 * The text of a notice of adverse action with its reasons (12 CFR 1002.9(b)): a draft for the
 * creditor to check. Null with the names of what is missing; a telephone may be missing.
 */
export function buildNotice({ applicant, creditor, date, statements }: NoticeFacts): Notice {
  const { name, address, agency } = creditor
  const parts = {
    applicant_name: applicant,
    creditor_name: name,
    creditor_address: address,
    creditor_agency: agency,
    notice_date: date,
  }
  const missing: string[] = Object.entries(parts).flatMap(([key, value]) =>
    value === null ? [key] : [],
  )
  if (statements.length === 0) missing.push('reasons')
  if (missing.length > 0) return { text: null, missing }
  return {
    text: formatNotice({ applicant: applicant!, creditor, date: date!, statements }),
    missing,
  }
}

function formatNotice({ applicant, creditor, date, statements }: NoticeFacts): string {
  const { name, address, phone, agency } = creditor
  return [
    name,
    address,
    ...(phone === null ? [] : [phone]),
    '',
    `Date: ${date}`,
    `Applicant: ${applicant}`,
    '',
    'Statement of action taken: we are unable to approve your application for business financing.',
    '',
    statements.length === 1 ? 'Principal reason:' : 'Principal reasons:',
    ...statements.map((statement, index) => `${index + 1}. ${statement}`),
    '',
    ECOA_NOTICE,
    `The federal agency that administers compliance with this law concerning this creditor is ${agency}.`,
  ].join('\n')
}

/** The wording of 12 CFR 1002.9(b)(1). */
const ECOA_NOTICE =
  'The federal Equal Credit Opportunity Act prohibits creditors from discriminating against ' +
  'credit applicants on the basis of race, color, religion, national origin, sex, marital ' +
  'status, age (provided the applicant has the capacity to enter into a binding contract); ' +
  'because all or part of the applicant’s income derives from any public assistance ' +
  'program; or because the applicant has in good faith exercised any right under the ' +
  'Consumer Credit Protection Act.'
