import { formatCount } from '../../values/paper/figure-text.ts'
import type { Paper, PaperSection } from '../../values/paper/paper.ts'
import type { Ledger } from '../ledger.ts'
import { FORMULA_VERSION } from '../report.ts'
import { basisSection } from './basis-section.ts'
import {
  correctionsSection,
  decisionSection,
  forecastSection,
  policiesSection,
} from './committee/sections.ts'
import { evidenceSection } from './evidence-section.ts'
import type { DealInput } from './facts.ts'
import { balancesSection, monthsSection } from './months-section.ts'
import { positionsSection } from './positions-section.ts'
import { revenueSection } from './revenue-section.ts'
import { anomaliesSection, eventsSection } from './risk-section.ts'
import { documentsSection, statementsSection, stipsSection } from './statements-section.ts'
import { offersSection, scorecardSection, summarySection } from './summary-section.ts'

type Make = (input: DealInput) => PaperSection

/** What an underwriter gathered of the business, on any paper. */
const GATHERED: readonly Make[] = [
  scorecardSection,
  monthsSection,
  balancesSection,
  revenueSection,
  positionsSection,
  eventsSection,
  anomaliesSection,
  statementsSection,
  offersSection,
  stipsSection,
  documentsSection,
  basisSection,
  evidenceSection,
]

/** What a paper of a deal holds, by its name. */
const SECTIONS: Readonly<Record<PaperName, readonly Make[]>> = {
  scorecard: [summarySection, scorecardSection, basisSection],
  report: [summarySection, ...GATHERED],
  memo: [
    summarySection,
    decisionSection,
    policiesSection,
    forecastSection,
    correctionsSection,
    ...GATHERED,
  ],
}

/**
 * The scorecard alone, the whole file of an underwriter, or that file with what the lender decided
 * and changed.
 */
export type PaperName = 'scorecard' | 'report' | 'memo'

const TITLES: Readonly<Record<PaperName, string>> = {
  scorecard: 'Scorecard',
  report: 'Underwriting file',
  memo: 'Credit memo',
}

/** A paper of a deal; the same input gives the same paper, to the character. */
export function dealPaper(name: PaperName, input: DealInput): Paper {
  const { ledger, request, facts } = input
  const shown = nameDeal(facts.name, ledger.company.name)
  const computedAt = `${request.computedAt.slice(0, 16).replace('T', ' ')} UTC`
  const version =
    request.analyticsVersion === null ? '' : `, data version ${request.analyticsVersion}`
  return {
    title: `${TITLES[name]}: ${shown}`,
    subtitle: formatSubtitle(ledger),
    currency: ledger.currency,
    footer: `${shown} · ${computedAt} · formula version ${FORMULA_VERSION}${version}`,
    sections: SECTIONS[name].map((make) => make(input)),
  }
}

/** The deal as the desk knows it, with the legal name where that is another. */
function nameDeal(own: string, legal: string | null): string {
  const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return legal === null || bare(own) === bare(legal) ? own : `${own} (legal name ${legal})`
}

function formatSubtitle({ asOf, accounts, columns, currency }: Ledger): string {
  if (asOf === null) return 'No data'
  const rows = `${columns.size.toLocaleString('en-US')} transactions`
  const counts = `${formatCount(accounts.length, 'account', 'accounts')} · ${rows}`
  return `Data through ${asOf} · ${counts} · ${currency}`
}
