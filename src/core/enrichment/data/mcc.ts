/** Merchant category codes to leaves, used at layer 11 only (taxonomy 5.5). First range wins. */
export interface MccRange {
  from: number
  to: number
  in: string | null
  out: string | null
}

type Codes = (number | [number, number])[]

function out(slug: string, ...codes: Codes): MccRange[] {
  return both(null, slug, ...codes)
}

function both(inflow: string | null, outflow: string, ...codes: Codes): MccRange[] {
  return codes.map((code) => {
    const [from, to] = typeof code === 'number' ? [code, code] : code
    return { from, to, in: inflow, out: outflow }
  })
}

export const MCC_RANGES: readonly MccRange[] = [
  ...both('revenue.rideshare_gig', 'expenses.travel', 4121),
  ...out('expenses.medical', 4119, 742, 5122, 5912, [8011, 8099]),
  ...out(
    'expenses.travel',
    [3000, 3999],
    [4111, 4131],
    4411,
    4511,
    4722,
    7011,
    7012,
    7512,
    7513,
    7519,
  ),
  ...both('revenue.freight_settlement', 'cogs.freight', 4214),
  ...out('expenses.shipping_postage', 4215, 9402),
  ...out('expenses.storage', 4225),
  ...out('expenses.tolls_parking', 4784, 7523),
  ...out('expenses.telecom_internet', [4812, 4816], 4821, 4899),
  ...both('transfers.p2p', 'transfers.p2p', 4829, 6540),
  ...out('expenses.utilities', 4900),
  ...out('cogs.auto_parts', 5013, [5511, 5533], 5571),
  ...out('expenses.equipment_purchase', 5021, 5046, 5047, 5072, 5712, 5719),
  ...out('cogs.materials', 5039, 5065, 5074, 5085, 5198, 5200, 5211, 5231, 5251, 5261),
  ...out('expenses.office_supplies', 5044, 5111, 5943),
  ...out('expenses.software', 5045, 5734, [5816, 5818], 7372, 7375, 7379),
  ...out('cogs.inventory', [5094, 5099], [5131, 5139], 5169, [5192, 5199], [5300, 5399]),
  ...out('cogs.fuel', 5172, 5983),
  ...out('cogs.food_beverage', 5411, 5422, 5441, 5451, 5462, 5499, 5921),
  ...out('expenses.fuel', 5541, 5542, 5552),
  ...out('expenses.personal', [5611, 5699], [5941, 5999], 7230, 7297, 7298, 8351),
  ...both('income.gambling_winnings', 'expenses.gambling', [7800, 7802], 7995, 9406),
  ...out('expenses.memberships_dues', 7997, 8641, 8651, 8675, 8699),
  ...out('expenses.meals_entertainment', [5811, 5814], [7829, 7841], [7922, 7941], [7991, 7999]),
  ...out('expenses.insurance', 5960, 6300, 6381, 6399),
  ...both('revenue.cash_deposit', 'transfers.atm_withdrawal', 6010, 6011),
  ...both('debt.loan_proceeds', 'debt.loan_payment', 6012),
  ...both('transfers.crypto', 'transfers.crypto', 6050, 6051),
  ...both('transfers.investment', 'transfers.investment', 6211),
  ...both('revenue.rental', 'expenses.rent', 6513),
  ...out('expenses.cleaning_waste', [7210, 7217], 7342, 7349),
  ...out('expenses.professional_services', 7276, 8111, 8931, 8911, 8999),
  ...out('debt.debt_settlement', 7277),
  ...out('expenses.advertising', 7311, 7333, 5968),
  ...out('debt.collections', 7321, 7322),
  ...out('expenses.staffing_agency', 7361),
  ...out('expenses.contractors', 7392),
  ...out('debt.equipment_finance', 7394),
  ...out('fees.merchant_processing', 7399),
  ...out('expenses.vehicle', [7531, 7549]),
  ...out('expenses.repairs_maintenance', [7622, 7699], 1711, 1731, 1740, 1761),
  ...out('cogs.subcontractors', 1520, 1750, 1771, 1799),
  ...out('expenses.education_training', [8211, 8299]),
  ...out('expenses.charity', 8398, 8661),
  ...out('expenses.licenses_permits', 9211, 9222, 9223, 9399, 9405),
  ...out('taxes.other', 9311),
]

/** Leaves that change with the industry of the applicant (taxonomy section 2, hard cases). */
export const INDUSTRY_LEAVES: readonly { naics: readonly string[]; from: string; to: string }[] = [
  { naics: ['48', '49'], from: 'expenses.fuel', to: 'cogs.fuel' },
  { naics: ['62'], from: 'expenses.medical', to: 'cogs.inventory' },
  { naics: ['8111'], from: 'expenses.vehicle', to: 'cogs.auto_parts' },
]

/** NAICS prefixes whose factoring advances count as revenue by default (formulas section 3). */
export const FACTORING_IS_REVENUE: readonly string[] = ['484', '488', '5613']
