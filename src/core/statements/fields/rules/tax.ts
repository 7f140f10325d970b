import type { ClassRules, FieldRule } from '../rule.ts'
import { byLabel, formLine } from './words.ts'

const EIN: FieldRule = {
  ...byLabel('employer identification number', 'employer id number', 'ein', 'federal id number'),
  format: 'ein',
}
const SSN: FieldRule = {
  ...byLabel('your social security number', 'social security number', 'social security number ssn', 'ssn'),
  format: 'ssn_last4',
} // prettier-ignore
const TAX_YEAR: FieldRule = { labels: ['tax year', 'calendar year', 'for calendar year'], standing: 'tax_year' } // prettier-ignore
const COMPANY: FieldRule = {
  labels: ['name of corporation', 'name of partnership', 'corporation name', 'partnership name', 'taxpayer name', 'name of taxpayer', 'name'],
  isWhole: true,
  format: 'name',
} // prettier-ignore

const BUSINESS_LINES: Record<string, FieldRule> = {
  taxpayer_name: COMPANY,
  tax_year: TAX_YEAR,
  ein: EIN,
  business_activity: byLabel('principal business activity', 'business activity'),
  start_date: byLabel('date incorporated', 'date business started', 's election effective date'),
  gross_receipts: formLine('gross receipts or sales', 'gross receipts'),
  returns_and_allowances: formLine('returns and allowances', 'less returns and allowances'),
  net_receipts: formLine('balance subtract line 1b from line 1a', 'net receipts'),
  cost_of_goods_sold: formLine('cost of goods sold'),
  gross_profit: formLine('gross profit'),
  total_income: formLine('total income loss', 'total income'),
  officer_compensation: formLine('compensation of officers', 'officer compensation', 'guaranteed payments to partners'),
  salaries_and_wages: formLine('salaries and wages'),
  rents: formLine('rents', 'rent'),
  interest_expense: formLine('interest expense', 'interest see instructions', 'interest'),
  depreciation: formLine('depreciation from form 4562', 'depreciation not claimed', 'depreciation'),
  total_deductions: formLine('total deductions'),
  net_income: formLine('ordinary business income loss', 'ordinary business income', 'net income'),
  taxable_income: formLine('taxable income'),
  total_assets: byLabel('total assets'),
  total_tax: formLine('total tax'),
} // prettier-ignore

/** Lines every business form carries over: 1c − 2 = 3. */
const BUSINESS_SUMS: ClassRules['sums'] = [
  {
    field: 'gross_profit',
    parts: [[1, 'gross_receipts'], [-1, 'returns_and_allowances'], [-1, 'cost_of_goods_sold']],
    optional: ['returns_and_allowances', 'cost_of_goods_sold'],
  },
] // prettier-ignore

const STOPS = [
  'number street and room or suite no', 'city or town', 'check if', 'type or print', 'omb no',
  'total receipts', 'home address', 'spouse s social security number', 'filing status', 'suff',
  'if a joint return spouse s first name', 'city town or post office', 'accounting method',
] // prettier-ignore

/** Forms of boxes print the value under the label, and the next box's label to its right. */
const BOXES: ClassRules['places'] = ['inside', 'below', 'right']

export const TAX_RULES: Record<string, ClassRules> = {
  tax_return: { fields: BUSINESS_LINES, sums: BUSINESS_SUMS, stops: STOPS },
  'tax_return.form_1120': {
    fields: {
      net_income: formLine('taxable income before net operating loss deduction', 'taxable income before net operating loss', 'net income'),
    },
    sums: [...BUSINESS_SUMS, { field: 'net_income', parts: [[1, 'total_income'], [-1, 'total_deductions']] }],
  },
  'tax_return.form_1120s': {
    fields: {},
    sums: [...BUSINESS_SUMS, { field: 'net_income', parts: [[1, 'total_income'], [-1, 'total_deductions']] }],
  },
  'tax_return.form_1065': {
    fields: {},
    sums: [...BUSINESS_SUMS, { field: 'net_income', parts: [[1, 'total_income'], [-1, 'total_deductions']] }],
  },
  'tax_return.form_1040': {
    fields: {
      taxpayer_name: {
        labels: ['name s shown on return', 'taxpayer name', 'your name', 'name'],
        isWhole: true,
        format: 'name',
        joined: [['your first name and middle initial', 'first name and initial', 'your first name'], ['last name']],
      },
      ssn_last4: SSN,
      wages: formLine('total amount from form s w 2', 'wages salaries tips etc', 'wages salaries tips', 'wages'),
      total_income: formLine('this is your total income', 'total income'),
      adjusted_gross_income: formLine('this is your adjusted gross income', 'adjusted gross income'),
      total_deductions: formLine('standard deduction or itemized deductions', 'standard deduction'),
      taxable_income: formLine('this is your taxable income', 'taxable income'),
      total_tax: formLine('this is your total tax', 'total tax'),
      gross_receipts: formLine('gross receipts or sales'),
      net_income: formLine('net profit or loss', 'business income or loss'),
    },
    sums: [],
  },
  'tax_return.schedule_c': {
    fields: {
      taxpayer_name: { ...byLabel('name of proprietor'), format: 'name' },
      ssn_last4: SSN,
      business_name: { ...byLabel('business name if no separate business name leave blank', 'business name'), format: 'name' },
      business_activity: byLabel('principal business or profession including product or service', 'principal business or profession'),
      ein: { ...byLabel('employer id number ein', 'employer id number', 'employer identification number'), format: 'ein' },
      total_income: formLine('gross income add lines', 'gross income'),
      rents: formLine('other business property', 'rent or lease'),
      total_deductions: formLine('total expenses before expenses for business use of home', 'total expenses'),
      net_income: formLine('net profit or loss', 'net profit'),
    },
    sums: [...BUSINESS_SUMS],
  },
  tax_transcript: {
    fields: {
      taxpayer_name: { ...byLabel('taxpayer name', 'name s', 'name'), format: 'name' },
      tax_year: TAX_YEAR,
      total_income: byLabel('total income', 'total income per computer'),
      balance_owed: byLabel('account balance', 'amount you owe', 'balance due'),
    },
  },
  form_w2: {
    places: BOXES,
    fields: {
      employee_name: {
        labels: ['employee s name', 'employee name'],
        format: 'name',
        joined: [['employee s first name and initial', 'employee s first name'], ['last name']],
      },
      employer_name: { ...byLabel('employer s name address and zip code', 'employer s name', 'employer name'), format: 'name' },
      employer_ein: { ...EIN, labels: ['employer identification number', 'employer s federal id number', 'employer s fed id number', 'employer id number'] },
      ssn_last4: { ...byLabel('employee s social security number', 'employee s ssa number', 'employee s ssn', 'social security number'), format: 'ssn_last4' },
      tax_year: TAX_YEAR,
      wages: byLabel('wages tips other compensation', 'wages tips other comp', 'wages tips and other compensation'),
      federal_tax_withheld: byLabel('federal income tax withheld', 'fed income tax withheld'),
      social_security_wages: byLabel('social security wages'),
      social_security_tax_withheld: byLabel('social security tax withheld', 'social security tax'),
      medicare_wages: byLabel('medicare wages and tips'),
      medicare_tax_withheld: byLabel('medicare tax withheld', 'medicare tax'),
    },
    stops: ['social security tips', 'allocated tips', 'control number', 'dependent care benefits', 'nonqualified plans', 'see instructions for box 12', 'suff', 'statutory', 'employee s address and zip code', 'state wages', 'omb no'],
  },
  form_1099: {
    places: BOXES,
    fields: {
      payer_name: { ...byLabel('payer s name street address city or town', 'filer s name street address city or town', 'payer s name', 'filer s name', 'payer name'), format: 'name' },
      payer_tin: { ...byLabel('payer s tin', 'filer s tin', 'payer s federal identification number', 'payer tin'), format: 'ein' },
      recipient_name: { ...byLabel('recipient s name', 'payee s name', 'recipient name'), format: 'name' },
      recipient_tin_last4: { ...byLabel('recipient s tin', 'payee s tin', 'recipient s identification number', 'recipient tin'), format: 'ssn_last4' },
      tax_year: TAX_YEAR,
      form_type: {
        patterns: [/\b1099\s?-\s?(?<value>NEC|MISC|INT|DIV|K|R|B|G|S|C)\b/],
        format: 'text',
      },
      gross_amount: byLabel('gross amount of payment card third party network transactions', 'gross amount of payment card', 'nonemployee compensation', 'total ordinary dividends', 'interest income', 'gross distribution', 'rents', 'royalties', 'other income'),
    },
    skips: ['or foreign postal code', 'city or town state or province', 'country zip'],
    stops: ['qualified dividends', 'total capital gain distr', 'early withdrawal penalty', 'federal income tax withheld', 'street address', 'account number', 'other income', 'state tax withheld', 'fatca filing', 'fatca filing requirement', 'card not present transactions', 'payer made direct sales', 'fishing boat proceeds', 'medical and health care payments', 'copy'],
  },
  form_w9: {
    places: BOXES,
    fields: {
      name: { ...byLabel('name as shown on your income tax return', 'name of entity individual', 'name'), format: 'name'},
      business_name: { ...byLabel('business name disregarded entity name if different from above', 'business name disregarded entity name', 'business name'), format: 'name' },
      tax_classification: { ...byLabel('federal tax classification', 'tax classification'), choices: { individual: ['individual', 'sole proprietor'], c_corporation: ['c corporation'], s_corporation: ['s corporation'], partnership: ['partnership'], trust: ['trust', 'estate'], llc: ['limited liability company', 'llc'] }, places: ['inside', 'right'] },
      address: { ...byLabel('address number street and apt or suite no', 'address')},
      city_state_zip: byLabel('city state and zip code'),
      ein: { ...EIN, labels: ['employer identification number'] },
      ssn_last4: { ...SSN, labels: ['social security number'] },
      signed_date: { ...byLabel('date'), places: ['inside', 'right'] },
    },
    skips: ['or', 'name is required on this line', 'do not leave this line blank'],
    stops: ['requester s name and address', 'list account number s here', 'exemptions', 'exempt payee code', 'check appropriate box'],
  },
  paystub: {
    fields: {
      employer_name: { ...byLabel('employer name', 'employer', 'company name', 'company'), format: 'name', standing: 'heading' },
      employee_name: { ...byLabel('employee name', 'employee', 'name', 'pay to', 'pay to the order of'), format: 'name' },
      pay_period_start: byLabel('pay period start', 'pay period begin', 'pay pd begin', 'period start', 'period beginning', 'period begin', 'pay begin date', 'pay period from', 'pay period', 'period'),
      pay_period_end: {
        ...byLabel('pay period end', 'pay pd end', 'period end', 'period ending', 'pay end date', 'pay period ending'),
        patterns: [/pay period:?\s*[\p{L}\d/.,-]+(?: \d{1,2},? \d{4})?\s*(?:to|through|[-–])\s*(?<value>[\p{L}\d/.-]+(?: \d{1,2}, \d{4})?)/iu],
      },
      pay_date: byLabel('pay date', 'check date', 'issue date', 'payment date', 'date paid', 'advice date'),
      gross_pay: byLabel('gross pay', 'total gross pay', 'current gross pay', 'gross earnings', 'total gross', 'total earnings', 'gross wages', 'gross'),
      total_deductions: byLabel('total deductions', 'deductions total', 'total withholdings'),
      net_pay: byLabel('net pay', 'total net pay', 'net earnings', 'take home pay', 'net check', 'net amount'),
      gross_pay_ytd: byLabel('ytd gross', 'ytd gross pay', 'gross pay ytd', 'ytd earnings', 'ytd total', 'gross ytd'),
      net_pay_ytd: byLabel('ytd net pay', 'ytd net', 'net pay ytd'),
    },
    tables: [{
      name: 'earnings',
      columns: [
        { name: 'description', kind: 'string', labels: ['pay description', 'description', 'earnings', 'pay type', 'type'] },
        { name: 'hours', kind: 'number', labels: ['hours', 'hrs', 'units'] },
        { name: 'rate', kind: 'money', labels: ['rate', 'pay rate'] },
        { name: 'amount', kind: 'money', labels: ['current pay', 'current', 'amount', 'this period', 'current amount'] },
        { name: 'year_to_date', kind: 'money', labels: ['ytd pay', 'ytd', 'year to date', 'ytd amount'] },
      ],
      needs: ['description', 'hours', 'amount'],
      ends: ['total', 'gross', 'current gross pay', 'deductions', 'taxes', 'net pay'],
    }],
    sums: [{ field: 'net_pay', parts: [[1, 'gross_pay'], [-1, 'total_deductions']] }],
    stops: ['deductions', 'earnings', 'employee id', 'check no', 'address', 'phone', 'business unit', 'pay group', 'benefits date', 'current', 'ytd'],
  },
} // prettier-ignore
