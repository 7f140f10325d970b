import type { FunderType } from './funders.ts'

export type RiskLevel = 'none' | 'low' | 'medium' | 'high'

/** Merchants that matter to risk together, across categories (taxonomy section 7). */
export interface MerchantGroup {
  slug: string
  name: string
  description: string
  /** How much a deal's dealings with the group ask for a closer look. */
  riskLevel: RiskLevel
  /** Leaves whose merchants belong to the group. */
  categories: readonly string[]
  /** Types of the funder registry that belong to it. */
  funderTypes: readonly FunderType[]
}

type Row = [
  slug: string,
  name: string,
  riskLevel: RiskLevel,
  members: { description: string; leaves?: string; funders?: FunderType[] },
]

const ROWS: readonly Row[] = [
  ['debt.mca_or_rbf', 'MCA and revenue-based finance', 'high', {
    description: 'Buyers of future receivables and lenders repaid from revenue',
    leaves: 'debt.mca_advance debt.mca_payment debt.mca_fee',
    funders: ['mca', 'rbf', 'platform_capital'],
  }],
  ['debt.reverse_consolidation', 'Reverse consolidation', 'high', {
    description: 'Consolidators that pay other funders on behalf of a business',
    leaves: 'debt.reverse_consolidation_in debt.reverse_consolidation_payment',
    funders: ['reverse_consolidation'],
  }],
  ['debt.non_bank_business', 'Non-bank business lenders', 'medium', {
    description: 'Term loans and lines of credit by lenders that are no banks',
    leaves: 'debt.loan_proceeds debt.loan_payment debt.loc_draw debt.loc_payment',
    funders: ['term', 'loc', 'trade_finance'],
  }],
  ['debt.bank', 'Banks as lenders', 'low', {
    description: 'Banks and credit unions as lenders, and SBA loans',
    leaves: 'debt.sba_proceeds debt.sba_payment',
    funders: ['sba'],
  }],
  ['debt.equipment_and_auto_leasing', 'Equipment and vehicle finance', 'low', {
    description: 'Lessors and captive finance companies',
    leaves: 'debt.equipment_finance debt.auto_loan',
    funders: ['equipment'],
  }],
  ['debt.mortgage', 'Mortgage servicers', 'low', {
    description: 'Servicers of loans on real estate',
    leaves: 'debt.mortgage_payment',
  }],
  ['debt.personal_non_mortgage', 'Personal lenders', 'medium', {
    description: 'Consumer and student lenders, and purchases paid in installments',
    leaves: 'debt.bnpl debt.student_loan debt.personal_loan_payment',
    funders: ['bnpl'],
  }],
  ['debt.collections', 'Collectors', 'high', {
    description: 'Collection agencies, recovery firms and their lawyers',
    leaves: 'debt.collections debt.garnishment_levy',
    funders: ['collector'],
  }],
  ['debt.debt_relief', 'Debt relief', 'high', {
    description: 'Firms that settle or restructure debt',
    leaves: 'debt.debt_settlement',
    funders: ['debt_relief'],
  }],
  ['debt.credit_card', 'Card issuers', 'none', {
    description: 'Issuers of credit cards',
    leaves: 'debt.credit_card_payment',
    funders: ['card'],
  }],
  ['invoice_factoring', 'Invoice factors', 'medium', {
    description: 'Buyers of single invoices',
    leaves: 'debt.factoring_advance debt.factoring_payment',
    funders: ['factor'],
  }],
  ['payment_processors', 'Payment processors', 'none', {
    description: 'Card acquirers and payment service providers',
    leaves: 'revenue.card_settlement fees.merchant_processing',
  }],
  ['marketplaces', 'Marketplaces', 'none', {
    description: 'Sales channels that pay out what customers bought',
    leaves: 'revenue.online_marketplace',
  }],
  ['delivery_platforms', 'Delivery platforms', 'none', {
    description: 'Payers for food and parcels that are delivered',
    leaves: 'revenue.delivery_platform',
  }],
  ['payroll_providers', 'Payroll providers', 'none', {
    description: 'Payroll bureaus and professional employers',
    leaves: 'expenses.payroll',
  }],
  ['fuel_provider', 'Fuel', 'none', {
    description: 'Fuel cards and truck stops',
    leaves: 'cogs.fuel expenses.fuel',
    funders: ['fuel_credit'],
  }],
  ['gambling_and_betting', 'Gambling and betting', 'high', {
    description: 'Casinos, betting and lotteries',
    leaves: 'expenses.gambling income.gambling_winnings',
  }],
  ['crypto_exchanges', 'Crypto exchanges', 'high', {
    description: 'Exchanges and wallets of crypto assets',
    leaves: 'transfers.crypto',
  }],
  ['p2p_apps', 'Person-to-person apps', 'low', {
    description: 'Zelle, Venmo, Cash App and the like',
  }],
  ['tax_authorities', 'Tax authorities', 'none', {
    description: 'Federal, state and local revenue departments',
    leaves: 
      'taxes.federal taxes.state taxes.payroll taxes.sales taxes.property taxes.other ' +
      'taxes.installment_plan income.tax_refund',
  }],
  ['insurers', 'Insurers', 'none', {
    description: 'Insurance carriers and premium finance',
    leaves: 'expenses.insurance income.insurance_payout',
  }],
  ['utilities', 'Utilities', 'none', { description: 'Power, water, gas and waste', leaves: 'expenses.utilities' }],
  ['telecom', 'Telecom', 'none', { description: 'Telephone and internet', leaves: 'expenses.telecom_internet' }],
  ['landlords', 'Landlords', 'none', { description: 'Rent of business premises', leaves: 'expenses.rent' }],
  ['software', 'Software', 'none', { description: 'Software and online services', leaves: 'expenses.software' }],
  ['advertising', 'Advertising', 'none', { description: 'Advertising and marketing', leaves: 'expenses.advertising' }],
  ['freight_brokers', 'Freight brokers', 'none', { description: 'Brokers that pay carriers for loads', leaves: 'revenue.freight_settlement' }],
  ['healthcare_payers', 'Health care payers', 'none', { description: 'Health insurers and programs that pay providers', leaves: 'revenue.insurance_claims' }],
  ['government_payers', 'Government payers', 'none', { description: 'Public bodies as customers', leaves: 'revenue.government_contract income.government_benefit' }],
] // prettier-ignore

export const GROUPS: readonly MerchantGroup[] = ROWS.map(([slug, name, riskLevel, members]) => ({
  slug,
  name,
  description: members.description,
  riskLevel,
  categories: members.leaves?.split(' ') ?? [],
  funderTypes: members.funders ?? [],
}))
