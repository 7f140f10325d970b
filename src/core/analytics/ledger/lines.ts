import { CATEGORIES } from '../../values/categories.ts'

/** A line of the cash flow that rows fall into; every row falls into exactly one. */
export interface LeafLine {
  key: string
  label: string
  /** Rank of the line or of its parent in formulas section 11. */
  order: number
  /** Key of the line this one is a part of, or null. */
  parent: string | null
  /** Costs are shown as positive amounts and subtracted; other lines keep the sign of the rows. */
  isCost: boolean
  /** `pnlLine` of the categories that feed it. */
  pnlLine: string | null
  /** Leaves that feed it although their `pnlLine` is another. */
  slugs: readonly string[]
}

type LineFacts = Pick<LeafLine, 'order'> & Partial<LeafLine>

function line(key: string, label: string, more: LineFacts): LeafLine {
  return {
    key,
    label,
    parent: key.includes('.') ? key.slice(0, key.indexOf('.')) : null,
    isCost: false,
    pnlLine: null,
    slugs: [],
    ...more,
  }
}

function opex(key: string, label: string): LeafLine {
  return line(`opex.${key}`, label, {
    order: 6,
    isCost: true,
    pnlLine: `Operating expenses: ${key.replace('_', ' ')}`,
  })
}

function debtService(key: string, label: string, slugs: readonly string[] = []): LeafLine {
  return line(`debt_service.${key}`, label, {
    order: 11,
    isCost: true,
    pnlLine: `Debt service: ${key === 'mca' ? 'MCA' : key}`,
    slugs,
  })
}

function transfers(key: string, label: string, slugs: readonly string[]): LeafLine {
  return line(`transfers_net.${key}`, label, { order: 15, slugs })
}

/** The lines of formulas section 11 that rows fall into; the others are sums of these. */
export const LEAF_LINES: readonly LeafLine[] = [
  line('gross_revenue', 'Gross revenue', { order: 1, pnlLine: 'Revenue' }),
  line('contra_revenue', 'Refunds, chargebacks and returned deposits', {
    order: 2,
    isCost: true,
    pnlLine: 'Contra revenue',
  }),
  line('cogs', 'Cost of goods sold', { order: 4, isCost: true, pnlLine: 'COGS' }),
  opex('payroll', 'Payroll'),
  opex('occupancy', 'Occupancy'),
  opex('insurance', 'Insurance'),
  opex('technology', 'Technology'),
  opex('marketing', 'Marketing'),
  opex('professional', 'Professional services'),
  opex('office', 'Office'),
  opex('equipment', 'Equipment'),
  opex('vehicle', 'Vehicles'),
  opex('travel', 'Travel and meals'),
  opex('shipping', 'Shipping'),
  opex('bank_fees', 'Bank fees'),
  opex('cash', 'Cash withdrawals'),
  opex('personal', 'Personal'),
  opex('unclassified', 'Unidentified payee'),
  opex('other', 'Other operating expenses'),
  line('other_income.recurring', 'Interest and recurring payouts', {
    order: 8,
    slugs: ['income.interest'],
  }),
  line('other_income.one_off', 'One-off and excluded income', {
    order: 8,
    pnlLine: 'Other income',
  }),
  line('taxes', 'Taxes', { order: 9, isCost: true, pnlLine: 'Taxes' }),
  debtService('mca', 'Merchant cash advances'),
  debtService('loans', 'Loans and lines of credit'),
  debtService('factoring', 'Factoring'),
  debtService('equipment', 'Equipment finance'),
  debtService('vehicles', 'Vehicle loans'),
  debtService('mortgage', 'Mortgage'),
  debtService('cards', 'Cards'),
  debtService('personal', 'Personal and student loans'),
  debtService('interest', 'Interest'),
  debtService('other', 'Other debt service', ['taxes.installment_plan']),
  line('owner_and_equity', 'Owner and equity, net', { order: 13, pnlLine: 'Owner and equity' }),
  line('debt_proceeds', 'Debt proceeds', { order: 14, pnlLine: 'Debt proceeds' }),
  transfers('internal', 'Between included accounts', ['transfers.internal']),
  transfers('own_accounts', 'Other own accounts and affiliates', [
    'transfers.external_own',
    'transfers.savings',
    'transfers.affiliate',
    'transfers.sweep',
    'transfers.overdraft_protection',
  ]),
  transfers('investments', 'Investments and crypto', ['transfers.investment', 'transfers.crypto']),
  transfers('wires', 'Unidentified wires', ['transfers.wire']),
  transfers('p2p', 'Personal P2P', ['transfers.p2p']),
  transfers('card_payments', 'Card payments not counted as debt', []),
  line('uncategorized_net', 'Uncategorized, net', { order: 16, pnlLine: 'Unclassified' }),
  line('returns', 'Returns and reversals, net', { order: 16, pnlLine: 'Excluded' }),
]

const INDEX_OF_LINE = new Map(LEAF_LINES.map((leaf, index) => [leaf.key, index]))

/** The number of a leaf line in the `line` column; a key that is not in the list is a bug. */
export function lineIndex(key: string): number {
  const index = INDEX_OF_LINE.get(key)
  if (index === undefined) throw new Error(`no such line: ${key}`)
  return index
}

const LINE_OF_SLUG = new Map(
  LEAF_LINES.flatMap((leaf, index) => leaf.slugs.map((slug) => [slug, index] as const)),
)
const LINE_OF_PNL = new Map(LEAF_LINES.map((leaf, index) => [leaf.pnlLine, index]))

/** The leaf line of each category, in the order of `CATEGORIES`. */
export const LINE_OF_CATEGORY: Uint8Array = Uint8Array.from(
  CATEGORIES,
  ({ slug, pnlLine }) => LINE_OF_SLUG.get(slug) ?? LINE_OF_PNL.get(pnlLine) ?? lineIndex('returns'),
)
