import type { ClassRules, FieldRule, TableRule } from '../rule.ts'
import { byLabel, line, prose } from './words.ts'

const ENTITY: FieldRule = {
  ...byLabel('company name', 'business name', 'entity', 'company', 'prepared for', 'client', 'entity name'),
  format: 'name',
  standing: 'heading',
} // prettier-ignore
const AS_OF: FieldRule = {
  labels: ['as of', 'as at', 'as of date', 'report date', 'aging date', 'date', 'statement date'],
  patterns: prose('\\b(?:as of|as at|aged as of|balance sheet date:?|at)\\s+<D>'),
}
const REPORT: Record<string, FieldRule> = {
  entity_name: ENTITY,
  start_date: { labels: ['period start', 'from', 'start date', 'beginning'], standing: 'period_start' },
  end_date: { labels: ['period end', 'to', 'end date', 'ending'], standing: 'period_end' },
} // prettier-ignore

const AGING_TABLE: TableRule = {
  name: 'parties',
  columns: [
    { name: 'name', kind: 'string', labels: ['customer', 'vendor', 'name', 'customer name', 'vendor name', 'supplier', 'client', 'account'], format: 'name' },
    { name: 'current', kind: 'money', labels: ['current', '0 30', 'not due'] },
    { name: 'days_1_30', kind: 'money', labels: ['1 30', '1 30 days', '1 to 30', '01 30'] },
    { name: 'days_31_60', kind: 'money', labels: ['31 60', '31 60 days', '31 to 60'] },
    { name: 'days_61_90', kind: 'money', labels: ['61 90', '61 90 days', '61 to 90'] },
    { name: 'over_90', kind: 'money', labels: ['over 90', '91 and over', '90', '91', 'over 90 days', '90 days', '91 days'] },
    { name: 'total', kind: 'money', labels: ['total', 'balance', 'total due', 'amount due', 'open balance'] },
  ],
  needs: ['days_31_60', 'total'],
  ends: ['total', 'totals', 'grand total'],
} // prettier-ignore

const inTotal = (column: string, ...labels: string[]): FieldRule => ({
  ...line(...labels),
  ofTotal: { table: 'parties', column },
})

const AGING: ClassRules = {
  fields: {
    entity_name: ENTITY,
    as_of_date: AS_OF,
    total: inTotal('total', 'total receivables', 'total payables', 'grand total', 'total outstanding'),
    current: inTotal('current', 'current'),
    days_1_30: inTotal('days_1_30', '1 30 days', '1 30'),
    days_31_60: inTotal('days_31_60', '31 60 days', '31 60'),
    days_61_90: inTotal('days_61_90', '61 90 days', '61 90'),
    over_90: inTotal('over_90', 'over 90 days', '90 days', 'over 90', '91 and over'),
  },
  tables: [AGING_TABLE],
  sums: [{
    field: 'total',
    parts: [[1, 'current'], [1, 'days_1_30'], [1, 'days_31_60'], [1, 'days_61_90'], [1, 'over_90']],
    optional: ['days_1_30'],
  }],
} // prettier-ignore

export const FINANCIAL_RULES: Record<string, ClassRules> = {
  profit_and_loss: {
    hasLineItems: true,
    fields: {
      ...REPORT,
      total_revenue: line('total revenue', 'total income', 'total for income', 'total operating income', 'net sales', 'total sales', 'net revenue', 'total revenues', 'total net revenue', 'revenues', 'revenue', 'sales', 'gross sales', 'gross receipts', 'gross revenue', 'income'),
      cost_of_goods_sold: line('total cost of goods sold', 'total cogs', 'total for cost of goods sold', 'total cost of sales', 'cost of goods sold', 'cost of sales', 'total cost of revenue', 'cost of revenue', 'cogs', 'less cost of goods sold'),
      gross_profit: line('gross profit', 'gross margin', 'gross income', 'gross profit loss'),
      total_expenses: line('total expenses', 'total operating expenses', 'total expense', 'total for expenses', 'total for operating expense', 'total operating costs', 'operating expenses', 'expenses', 'total overhead'),
      operating_income: line('net operating income', 'operating income', 'income from operations', 'operating profit', 'net ordinary income', 'ebit'),
      net_income: line('net income', 'net profit', 'net income loss', 'net profit loss', 'net earnings', 'net loss', 'profit for the period', 'net profit after tax', 'profit', 'net income after taxes'),
    },
    sums: [
      { field: 'gross_profit', parts: [[1, 'total_revenue'], [-1, 'cost_of_goods_sold']], optional: ['cost_of_goods_sold'] },
      { field: 'operating_income', parts: [[1, 'gross_profit'], [-1, 'total_expenses']] },
    ],
  },
  balance_sheet: {
    hasLineItems: true,
    fields: {
      entity_name: ENTITY,
      as_of_date: AS_OF,
      total_assets: line('total assets', 'total for assets', 'assets'),
      total_liabilities: line('total liabilities', 'total for liabilities', 'liabilities'),
      total_equity: line('total equity', 'total for equities', 'total equities', 'total for equity', 'total stockholders equity', 'total stockholders equity deficit', 'total shareholders equity', 'total owner s equity', 'total owners equity', 'total member s equity', 'total members equity', 'total partners capital', 'total capital', 'net worth', 'stockholders equity', 'owner s equity', 'owners equity', 'equity'),
      total_liabilities_and_equity: line('total liabilities and equity', 'total liabilities equity', 'total for liabilities equities', 'total for liabilities and equities', 'total liabilities and stockholders equity', 'total liabilities and shareholders equity', 'total liabilities stockholders equity', 'total liabilities and owner s equity', 'total liabilities and owners equity', 'total liabilities and members equity', 'total liabilities and member s equity', 'total liabilities and capital', 'total liabilities and net worth', 'liabilities and equity'),
      current_assets: line('total current assets', 'total for current assets', 'current assets'),
      cash: line('total cash and cash equivalents', 'cash and cash equivalents', 'total bank accounts', 'total checking savings', 'total for cash', 'total cash', 'cash', 'cash on hand', 'cash in bank', 'checking account', 'checking'),
      accounts_receivable: line('total accounts receivable', 'accounts receivable net', 'accounts receivable', 'accounts receivable a r', 'trade receivables', 'receivables'),
      inventory: line('total inventory', 'inventory', 'inventories', 'inventory asset', 'merchandise inventory'),
      fixed_assets: line('total fixed assets', 'net fixed assets', 'property and equipment net', 'property plant and equipment net', 'total property and equipment', 'fixed assets', 'total for fixed assets', 'net property and equipment'),
      current_liabilities: line('total current liabilities', 'total for current liabilities', 'current liabilities'),
      accounts_payable: line('total accounts payable', 'accounts payable', 'accounts payable a p', 'trade payables'),
      long_term_liabilities: line('total long term liabilities', 'total noncurrent liabilities', 'total non current liabilities', 'long term liabilities', 'long term debt', 'total for long term liabilities'),
    },
    sums: [
      { field: 'total_assets', parts: [[1, 'total_liabilities'], [1, 'total_equity']] },
      { field: 'total_liabilities_and_equity', parts: [[1, 'total_liabilities'], [1, 'total_equity']] },
    ],
  },
  cash_flow_statement: {
    hasLineItems: true,
    fields: {
      ...REPORT,
      operating_cash_flow: line('net cash provided by operating activities', 'net cash provided by used in operating activities', 'net cash from operating activities', 'net cash flows from operating activities', 'net cash used in operating activities', 'total for operating activities', 'total operating activities', 'cash flow from operations', 'net cash flow from operations'),
      investing_cash_flow: line('net cash provided by investing activities', 'net cash used in investing activities', 'net cash provided by used in investing activities', 'net cash from investing activities', 'net cash flows from investing activities', 'total investing activities'),
      financing_cash_flow: line('net cash provided by financing activities', 'net cash used in financing activities', 'net cash provided by used in financing activities', 'net cash from financing activities', 'net cash flows from financing activities', 'total financing activities'),
      net_change_in_cash: line('net increase in cash', 'net decrease in cash', 'net increase decrease in cash', 'net cash increase for period', 'net change in cash', 'net cash increase decrease for period', 'increase in cash'),
      cash_at_beginning: line('cash at beginning of period', 'cash at beginning of year', 'cash at the beginning of the period', 'beginning cash balance', 'cash beginning of period', 'beginning cash'),
      cash_at_end: line('cash at end of period', 'cash at end of year', 'cash at the end of the period', 'ending cash balance', 'cash end of period', 'ending cash'),
    },
    sums: [
      { field: 'net_change_in_cash', parts: [[1, 'operating_cash_flow'], [1, 'investing_cash_flow'], [1, 'financing_cash_flow']], optional: ['investing_cash_flow', 'financing_cash_flow'] },
      { field: 'cash_at_end', parts: [[1, 'cash_at_beginning'], [1, 'net_change_in_cash']] },
    ],
  },
  ar_aging: AGING,
  ap_aging: AGING,
  invoice: {
    fields: {
      invoice_number: { ...byLabel('invoice number', 'invoice no', 'invoice', 'invoice id', 'inv no', 'po number', 'purchase order number', 'purchase order no', 'purchase order', 'p o number', 'bill no', 'inv'), format: 'identifier' },
      invoice_date: byLabel('invoice date', 'date of issue', 'issue date', 'date issued', 'date', 'bill date', 'invoice dated', 'order date'),
      due_date: byLabel('due date', 'payment due', 'due by', 'pay by', 'due', 'payment due date'),
      seller_name: { ...byLabel('seller', 'vendor', 'from', 'supplier', 'remit to', 'sold by', 'payable to', 'make checks payable to', 'pay to'), format: 'name', standing: 'heading' },
      buyer_name: { ...byLabel('bill to', 'billed to', 'sold to', 'customer', 'invoice to', 'buyer', 'client', 'customer name', 'ship to', 'to'), format: 'name' },
      subtotal: byLabel('subtotal', 'sub total', 'net amount', 'total before tax', 'net total'),
      discount: byLabel('discount', 'less discount', 'discounts'),
      tax: byLabel('total tax', 'sales tax', 'tax amount', 'tax', 'vat', 'gst', 'taxes', 'hst'),
      total: byLabel('balance due', 'amount due', 'total due', 'grand total', 'invoice total', 'total amount due', 'total amount', 'total payable', 'amount payable', 'total'),
    },
    tables: [{
      name: 'items',
      columns: [
        { name: 'description', kind: 'string', labels: ['description', 'item description', 'item', 'service', 'details', 'product', 'activity'] },
        { name: 'quantity', kind: 'number', labels: ['quantity', 'qty', 'qty hr', 'hours', 'units', 'hrs'] },
        { name: 'price', kind: 'money', labels: ['unit price', 'price', 'rate', 'unit cost', 'price each', 'cost'] },
        { name: 'amount', kind: 'money', labels: ['amount', 'total', 'line total', 'extended price', 'ext price', 'total price', 'net amount'] },
      ],
      needs: ['description', 'amount'],
      ends: ['subtotal', 'sub total', 'total', 'discount', 'tax', 'balance due', 'amount due', 'notes', 'terms', 'sales tax', 'thank you', 'remarks', 'payment'],
    }],
    sums: [{ field: 'total', parts: [[1, 'subtotal'], [1, 'tax'], [-1, 'discount']], optional: ['discount', 'tax'] }],
    stops: ['description', 'qty', 'quantity', 'unit price', 'terms', 'customer id', 'p o number', 'ship date', 'account', 'sales rep'],
  },
  receipt: {
    fields: {
      merchant_name: { ...byLabel('merchant'), format: 'name', standing: 'heading' },
      date: { ...byLabel('date', 'transaction date', 'order date'), patterns: prose('<D>') },
      subtotal: byLabel('subtotal', 'sub total', 'sub ttl', 'food total'),
      tax: byLabel('sales tax', 'total tax', 'tax'),
      tip: byLabel('tip', 'gratuity'),
      total: byLabel('total amount', 'amount due', 'balance due', 'grand total', 'total due', 'amount paid', 'total'),
    },
    sums: [{ field: 'total', parts: [[1, 'subtotal'], [1, 'tax'], [1, 'tip']], optional: ['tax', 'tip'] }],
  },
} // prettier-ignore
