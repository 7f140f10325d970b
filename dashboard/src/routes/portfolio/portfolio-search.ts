import type { AnalyticPortfolioParams } from '../../../../clients/typescript/src/index.ts'

export type PortfolioSearchName = 'since' | 'until' | 'by' | 'stage' | 'tag' | 'group'
export type PortfolioSearch = { readonly [Name in PortfolioSearchName]?: string | undefined }

/** What the address selects, as the API takes it. */
export function toParams({ since, until, by, stage, tag, group }: PortfolioSearch) {
  const given = { since, until, granularity: by, deal_stage: stage, tag, group_by: group }
  const entries = Object.entries(given).filter(([, value]) => value)
  return Object.fromEntries(entries) as AnalyticPortfolioParams
}

type DealFilter = 'status' | 'grade' | 'stage' | 'source'

/** Groups of deals, by the name of their field, that the list of deals can show. */
export const DEAL_FILTERS: Readonly<Record<string, DealFilter>> = {
  status: 'status',
  paper_grade: 'grade',
  deal_stage: 'stage',
  source: 'source',
}

/** The list of the deals that are counted here: of the same selection, archived ones among them. */
export function toDeals(
  { since, until, stage, tag }: PortfolioSearch,
  own: { [Name in DealFilter]?: string },
) {
  const given = { status: 'all', stage, tag, from: since, until, ...own }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value))
}
