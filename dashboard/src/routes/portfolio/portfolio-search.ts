import type { AnalyticPortfolioParams } from '../../../../clients/typescript/src/index.ts'

export type PortfolioSearchName = 'since' | 'until' | 'by' | 'stage' | 'tag' | 'group'
export type PortfolioSearch = { readonly [Name in PortfolioSearchName]?: string | undefined }

/** What the address selects, as the API takes it. */
export function toParams({ since, until, by, stage, tag, group }: PortfolioSearch) {
  const given = { since, until, granularity: by, deal_stage: stage, tag, group_by: group }
  const entries = Object.entries(given).filter(([, value]) => value)
  return Object.fromEntries(entries) as AnalyticPortfolioParams
}
