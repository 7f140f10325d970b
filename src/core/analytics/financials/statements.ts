import type { PlainDate } from '../../values/dates.ts'
import type { Cents } from '../../values/money.ts'
import { readDate, readMoney, type DocumentFacts } from '../documents.ts'

/** What a paper reports, as lenders call it. */
export const KINDS = [
  'profit_and_loss',
  'balance_sheet',
  'cash_flow',
  'tax_return',
  'ar_aging',
  'ap_aging',
] as const
/** One of them. */
export type StatementKind = (typeof KINDS)[number]

/** A financial statement read from a paper; amounts are cents of its own currency. */
export interface FinancialStatement {
  document: DocumentFacts
  kind: StatementKind
  /** Null when the paper states no period; a balance sheet has one day. */
  period: { startDate: PlainDate; endDate: PlainDate } | null
  lines: { key: string; label: string; amount: Cents }[]
  /** The stated total and the sum of its components; null when a component is missing. */
  total: { key: string; stated: Cents; computed: Cents } | null
}

interface Form {
  kind: StatementKind
  lines: readonly (readonly [key: string, label: string])[]
  /** The line that the parts make, with their signs; parts marked optional count as nothing. */
  total: {
    key: string
    parts: readonly (readonly [1 | -1, string])[]
    optional?: readonly string[]
  }
  /** Fields of the period: a start and an end, a day, or a tax year. */
  period: readonly [string, string] | readonly [string]
}

const AGES: readonly (readonly [string, string])[] = [
  ['current', 'Not yet due'],
  ['days_1_30', '1 to 30 days'],
  ['days_31_60', '31 to 60 days'],
  ['days_61_90', '61 to 90 days'],
  ['over_90', 'Over 90 days'],
  ['total', 'Total'],
]
const AGE_PARTS = AGES.slice(0, -1).map(([key]) => [1, key] as const)

function aging(kind: StatementKind): Form {
  const optional = AGES.slice(0, -1).map(([key]) => key)
  return {
    kind,
    lines: AGES,
    total: { key: 'total', parts: AGE_PARTS, optional },
    period: ['as_of_date'],
  }
}

/** How each class of paper is laid out; the fields are those its class declares. */
const FORMS: Readonly<Record<string, Form>> = {
  profit_and_loss: {
    kind: 'profit_and_loss',
    lines: [
      ['total_revenue', 'Revenue'],
      ['cost_of_goods_sold', 'Cost of goods sold'],
      ['gross_profit', 'Gross profit'],
      ['total_expenses', 'Operating expenses'],
      ['operating_income', 'Operating income'],
      ['net_income', 'Net income'],
    ],
    total: {
      key: 'net_income',
      parts: [[1, 'total_revenue'], [-1, 'cost_of_goods_sold'], [-1, 'total_expenses']],
      optional: ['cost_of_goods_sold'],
    },
    period: ['start_date', 'end_date'],
  },
  balance_sheet: {
    kind: 'balance_sheet',
    lines: [
      ['cash', 'Cash'],
      ['accounts_receivable', 'Accounts receivable'],
      ['inventory', 'Inventory'],
      ['current_assets', 'Current assets'],
      ['fixed_assets', 'Fixed assets'],
      ['total_assets', 'Total assets'],
      ['accounts_payable', 'Accounts payable'],
      ['current_liabilities', 'Current liabilities'],
      ['long_term_liabilities', 'Long-term liabilities'],
      ['total_liabilities', 'Total liabilities'],
      ['total_equity', 'Equity'],
    ],
    total: { key: 'total_assets', parts: [[1, 'total_liabilities'], [1, 'total_equity']] },
    period: ['as_of_date'],
  },
  cash_flow_statement: {
    kind: 'cash_flow',
    lines: [
      ['operating_cash_flow', 'Operating activities'],
      ['investing_cash_flow', 'Investing activities'],
      ['financing_cash_flow', 'Financing activities'],
      ['net_change_in_cash', 'Net change in cash'],
      ['cash_at_beginning', 'Cash at the beginning'],
      ['cash_at_end', 'Cash at the end'],
    ],
    total: {
      key: 'net_change_in_cash',
      parts: [[1, 'operating_cash_flow'], [1, 'investing_cash_flow'], [1, 'financing_cash_flow']],
      optional: ['investing_cash_flow', 'financing_cash_flow'],
    },
    period: ['start_date', 'end_date'],
  },
  tax_return: {
    kind: 'tax_return',
    lines: [
      ['gross_receipts', 'Gross receipts'],
      ['returns_and_allowances', 'Returns and allowances'],
      ['net_receipts', 'Net receipts'],
      ['cost_of_goods_sold', 'Cost of goods sold'],
      ['gross_profit', 'Gross profit'],
      ['total_income', 'Total income'],
      ['officer_compensation', 'Compensation of officers'],
      ['salaries_and_wages', 'Salaries and wages'],
      ['rents', 'Rents'],
      ['interest_expense', 'Interest'],
      ['depreciation', 'Depreciation'],
      ['total_deductions', 'Total deductions'],
      ['net_income', 'Net income'],
      ['taxable_income', 'Taxable income'],
      ['total_assets', 'Total assets'],
      ['total_tax', 'Total tax'],
    ],
    total: { key: 'net_income', parts: [[1, 'total_income'], [-1, 'total_deductions']] },
    period: ['tax_year'],
  },
  ar_aging: aging('ar_aging'),
  ap_aging: aging('ap_aging'),
} // prettier-ignore

/** The financial statements among the papers, in their order. */
export function readFinancialStatements(documents: readonly DocumentFacts[]): FinancialStatement[] {
  return documents.flatMap((document) => {
    const form = FORMS[document.documentClass]
    return form === undefined ? [] : [readForm(document, form)]
  })
}

/** An amount of a statement, or null. */
export function findAmount({ lines }: FinancialStatement, key: string): Cents | null {
  return lines.find((line) => line.key === key)?.amount ?? null
}

function readForm(document: DocumentFacts, form: Form): FinancialStatement {
  const lines = form.lines.flatMap(([key, label]) => {
    const amount = readMoney(document, key)
    return amount === null ? [] : [{ key, label, amount }]
  })
  const statement = { document, kind: form.kind, period: readPeriod(document, form), lines }
  return { ...statement, total: computeTotal({ ...statement, total: null }, form) }
}

function readPeriod(document: DocumentFacts, { period }: Form): FinancialStatement['period'] {
  const [first, second] = period
  if (first === 'tax_year') {
    const year = document.fields['tax_year']?.value
    if (typeof year !== 'number') return null
    return { startDate: `${year}-01-01`, endDate: `${year}-12-31` }
  }
  const startDate = readDate(document, first)
  const endDate = second === undefined ? startDate : readDate(document, second)
  return startDate === null || endDate === null || endDate < startDate
    ? null
    : { startDate, endDate }
}

function computeTotal(statement: FinancialStatement, { total }: Form): FinancialStatement['total'] {
  const stated = findAmount(statement, total.key)
  if (stated === null) return null
  let computed = 0
  for (const [sign, key] of total.parts) {
    const part = findAmount(statement, key)
    if (part === null && !total.optional?.includes(key)) return null
    computed += sign * (part ?? 0)
  }
  const isBare = total.parts.every(([, key]) => findAmount(statement, key) === null)
  return isBare ? null : { key: total.key, stated, computed }
}
