/** Leaves that change with the industry of the applicant (taxonomy section 2, hard cases). */
export const INDUSTRY_LEAVES: readonly { naics: readonly string[]; from: string; to: string }[] = [
  { naics: ['48', '49'], from: 'expenses.fuel', to: 'cogs.fuel' },
  { naics: ['62'], from: 'expenses.medical', to: 'cogs.inventory' },
  { naics: ['8111'], from: 'expenses.vehicle', to: 'cogs.auto_parts' },
]

/** NAICS prefixes whose factoring advances count as revenue by default (formulas section 3). */
export const FACTORING_IS_REVENUE: readonly string[] = ['484', '488', '5613']
