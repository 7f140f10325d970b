import type {
  Document,
  Pdf,
  Submission,
  SubmissionDuplicate,
  SubmissionScorecardCompany,
} from '../../../../../clients/typescript/src/index.ts'
import { formatCounted, toWords } from '../../../format/values.ts'
import { listHolders } from '../holders.ts'
import { describeContradictions } from '../statement/doubts.ts'

/** What the screens beside the overview know, and whoever decides must not miss. */
export interface Alert {
  key: string
  severity: 'critical' | 'high' | 'medium'
  title: string
  text: string
  /** The screen of the deal where it is settled. */
  to: '/deals/$id/checks' | '/deals/$id/documents' | '/deals/$id/company'
}

interface Known {
  deal: Submission
  documents: readonly Document[]
  duplicates: readonly SubmissionDuplicate[]
  company: SubmissionScorecardCompany | undefined
  /** The documents as they were read: holders, and what people set against the page. */
  pdfs?: readonly Pdf[]
}

/**
 * Gravest first: altered files, sums that people made, the same files elsewhere, somebody else's
 * name, a currency that is a guess, files to look at.
 */
export function listAlerts({ deal, documents, duplicates, company, pdfs = [] }: Known): Alert[] {
  const holders = pdfs.flatMap(listHolders)
  return [
    ...listAltered(documents),
    ...listSet(pdfs),
    ...listSeenBefore(duplicates),
    ...listOtherName(deal, company, holders),
    ...listAssumed(documents),
    ...listDoubtful(documents),
  ]
}

const ALTERED = new Set(['suspicious', 'high_risk'])
const GRAVE = new Set(['high', 'critical'])

function listAltered(documents: readonly Document[]): Alert[] {
  return documents.flatMap(({ id, display_name, authenticity }) => {
    if (authenticity === null) return []
    const { level, score, top_signals } = authenticity
    const grave = top_signals.filter(({ severity }) => GRAVE.has(severity))
    if (!ALTERED.has(level) && grave.length === 0) return []
    const signs = (grave.length > 0 ? grave : top_signals).map(({ code }) => toWords(code))
    return {
      key: `altered ${id}`,
      severity: 'critical' as const,
      title: `${display_name} may have been altered`,
      text: `Authenticity ${Math.round(score)} of 100: ${signs.join(', ').toLowerCase()}.`,
      to: '/deals/$id/checks' as const,
    }
  })
}

/** A statement that closes by figures which its page has otherwise is not proven by closing. */
function listSet(pdfs: readonly Pdf[]): Alert[] {
  return pdfs.flatMap((pdf) => {
    if (!pdf.is_included) return []
    const set = pdf.statements.flatMap((own) => describeContradictions(own, pdf) ?? [])
    if (set.length === 0) return []
    const { review } = pdf
    const isAccepted = review?.status === 'approved' && review.notes !== null
    const reason = isAccepted ? ` Accepted by ${review.by}: ${review.notes}.` : ''
    return {
      key: `set ${pdf.id}`,
      severity: isAccepted ? ('medium' as const) : ('high' as const),
      title: `${pdf.display_name} does not stand on its page alone`,
      text: `${set.join('; ')}.${reason}`,
      to: '/deals/$id/documents' as const,
    }
  })
}

function listSeenBefore(duplicates: readonly SubmissionDuplicate[]): Alert[] {
  return duplicates.slice(0, 3).map(({ submission, score, reasons }) => {
    const same = ['document', 'statement'].find((kind) =>
      reasons.some(({ field }) => field === kind),
    )
    const isSame = same !== undefined
    const what = same === 'statement' ? 'The same statement is' : 'The same files are'
    return {
      key: `seen ${submission.id}`,
      severity: isSame ? ('high' as const) : ('medium' as const),
      title: isSame ? `${what} in ${submission.name}` : `Looks like ${submission.name}`,
      text: `In common: ${reasons.map(({ field }) => toWords(field).toLowerCase()).join(', ')}${
        isSame ? '' : `, ${Math.round(score)} of 100`
      }.`,
      to: '/deals/$id/checks' as const,
    }
  })
}

/** The holder that statements print against the name under which the deal was brought. */
function listOtherName(
  deal: Submission,
  company: Known['company'],
  holders: readonly (readonly string[])[],
): Alert[] {
  if (deal.source === 'sandbox') return []
  const main = company?.name_source === 'account_holder' ? company.name : null
  const own = [deal.name, deal.companyInfo.name, deal.companyInfo.dba].join(' ')
  // Where the business holds an account, its owners may stand beside it.
  const others = new Set(
    [...(main ? [[main]] : []), ...holders]
      .filter((names) => !names.some((name) => haveWordInCommon(name, own)))
      .flatMap(([name]) => name ?? []),
  )
  if (others.size === 0) return []
  return [
    {
      key: 'name',
      severity: 'high',
      title:
        others.size === 1
          ? 'The account holder is another business'
          : `${others.size} account holders are not this business`,
      text: `Statements are of ${[...others].join('; ')}; the deal is ${deal.name}.`,
      to: '/deals/$id/company',
    },
  ]
}

/** Forms of business and words that many names have say nothing. */
const COMMON = /^(?:llc|inc|corp|co|ltd|lp|the|and|of|group|company|services?|holdings?)$/

function haveWordInCommon(one: string, other: string): boolean {
  const own = new Set(listWords(one))
  return listWords(other).some((word) => own.has(word))
}

function listWords(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1 && !COMMON.test(word))
}

/** Whether the money of a file is in a currency that nothing in it shows. */
export function isCurrencyAssumed({ is_included, problems }: Document): boolean {
  return is_included && problems.some(({ code }) => code === 'currency_assumed')
}

function listAssumed(documents: readonly Document[]): Alert[] {
  const assumed = documents.filter(isCurrencyAssumed)
  if (assumed.length === 0) return []
  const [{ message } = { message: '' }] = assumed[0]!.problems.filter(
    ({ code }) => code === 'currency_assumed',
  )
  return [
    {
      key: 'currency',
      severity: 'medium',
      title: 'The currency is assumed',
      text: `${nameFiles(assumed, message.replace(/\.$/, ''))} Every amount here rests on it.`,
      to: '/deals/$id/documents',
    },
  ]
}

function listDoubtful(documents: readonly Document[]): Alert[] {
  const doubtful = documents.filter(
    ({ status, is_included }) =>
      is_included && (status === 'review_required' || status === 'failed'),
  )
  if (doubtful.length === 0) return []
  const parts = [
    nameFiles(
      doubtful.filter(({ transactions_count: count }) => count > 0),
      'rows are in the numbers until the file is excluded',
    ),
    nameFiles(
      doubtful.filter(({ transactions_count: count }) => count === 0),
      'no rows were read, so none are in the numbers',
    ),
  ]
  return [
    {
      key: 'documents',
      severity: 'medium',
      title: `${doubtful.length} of ${formatCounted(documents.length, 'document')} to look at`,
      text: parts.filter(Boolean).join(' '),
      to: '/deals/$id/documents',
    },
  ]
}

function nameFiles(documents: readonly Document[], what: string): string {
  if (documents.length === 0) return ''
  const names = documents.map(({ display_name }) => display_name)
  return `${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}: ${what}.`
}
