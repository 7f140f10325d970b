import type { ClassRules } from '../rule.ts'
import { byLabel, party, prose } from './words.ts'

const FREQUENCIES = {
  daily: ['daily', 'each business day', 'every business day', 'business day', 'per business day'],
  weekly: ['weekly', 'each week', 'per week', 'every week'],
  biweekly: ['biweekly', 'bi weekly', 'every two weeks'],
  monthly: ['monthly', 'per month', 'each month'],
}

/** Contracts, schedules and letters about money that is owed. */
export const DEBT_RULES: Record<string, ClassRules> = {
  loan_statement: {
    fields: {
      lender_name: { ...byLabel('lender', 'lender name', 'creditor'), format: 'name', standing: 'heading' },
      loan_number: { ...byLabel('loan number', 'loan no', 'loan account number', 'account number', 'loan id'), format: 'account' },
      principal_balance: byLabel('principal balance', 'outstanding principal', 'outstanding principal balance', 'current principal balance', 'unpaid principal balance', 'loan balance', 'outstanding balance', 'current balance'),
      interest_rate: byLabel('interest rate', 'current interest rate', 'annual interest rate', 'rate'),
      payment_amount: byLabel('payment amount', 'amount due', 'total amount due', 'regular payment', 'monthly payment', 'total payment due', 'payment due'),
      next_payment_date: byLabel('next payment due', 'payment due date', 'due date', 'next payment date', 'next payment due date'),
    },
  },
  debt_schedule: {
    fields: {
      as_of_date: { labels: ['as of', 'as of date', 'date', 'schedule date'], patterns: prose('\\b(?:as of|dated?:?)\\s+<D>') },
      total_balance: { labels: ['total present balance', 'total balance', 'total current balance', 'total debt'], ofTotal: { table: 'debts', column: 'balance' } },
      total_monthly_payment: { labels: ['total monthly payment', 'total monthly payments'], ofTotal: { table: 'debts', column: 'payment' } },
    },
    tables: [{
      name: 'debts',
      columns: [
        { name: 'creditor', kind: 'string', labels: ['creditor', 'name of creditor', 'creditor name', 'lender', 'name of lender', 'lender name', 'funder', 'owed to', 'creditor lender', 'name'] },
        { name: 'original_amount', kind: 'money', labels: ['original amount', 'original loan amount', 'original balance', 'original', 'loan amount', 'amount funded'] },
        { name: 'original_date', kind: 'date', labels: ['original date', 'date of loan', 'origination date', 'start date', 'loan date', 'date funded'] },
        { name: 'balance', kind: 'money', labels: ['present balance', 'current balance', 'balance', 'outstanding balance', 'balance owed', 'remaining balance'] },
        { name: 'interest_rate', kind: 'number', labels: ['interest rate', 'rate', 'interest', 'apr'] },
        { name: 'maturity_date', kind: 'date', labels: ['maturity date', 'maturity', 'end date', 'due date'] },
        { name: 'payment', kind: 'money', labels: ['monthly payment', 'payment', 'payment amount', 'mo payment', 'periodic payment'] },
        { name: 'collateral', kind: 'string', labels: ['collateral', 'security', 'secured by', 'collateral security'] },
        { name: 'status', kind: 'string', labels: ['current or delinquent', 'current or past due', 'status', 'current delinquent'] },
      ],
      needs: ['creditor', 'balance'],
      ends: ['total', 'totals', 'signature', 'grand total', 'total present balance', 'total debt'],
    }],
  },
  payoff_letter: {
    fields: {
      lender_name: { ...byLabel('lender', 'funder', 'creditor'), format: 'name', standing: 'heading' },
      payoff_amount: { labels: ['total payoff amount', 'payoff amount', 'total payoff', 'amount to pay off', 'payoff balance', 'total amount due'], patterns: prose('pay-?off (?:amount|balance|figure)\\b[^.$]{0,90}?(?:is|of|:)\\s*(?=\\$)<M>', 'total (?:payoff|amount)[^.$]{0,60}(?=\\$)<M>') },
      good_through_date: { labels: ['good through', 'payoff good through', 'good thru', 'valid through', 'expiration date', 'good through date'], patterns: prose('(?:good|valid|effective|if (?:paid|received)) (?:through|thru|until|by|on or before)[^\\d]{0,30}?<D>') },
      per_diem: { labels: ['per diem', 'per diem interest', 'daily interest'], patterns: prose('per diem[^.$]{0,60}(?=\\$)<M>', '(?=\\$)<M> per (?:day|diem)') },
    },
  },
  zero_balance_letter: {
    fields: {
      lender_name: { ...byLabel('lender', 'funder', 'creditor'), format: 'name', standing: 'heading' },
      paid_date: { labels: ['paid date', 'date paid', 'paid in full date', 'satisfaction date', 'paid off date'], patterns: prose('(?:paid in full|satisfied|zero balance|paid off|closed)[^.]{0,80}?(?:on|as of|effective)\\s+<D>', '(?:as of|effective|on)\\s+<D>') },
    },
  },
  mca_contract: {
    fields: {
      funder_name: { ...byLabel('funder', 'purchaser', 'buyer', 'funder name', 'purchaser name'), patterns: party('Purchaser|Funder|Buyer|PURCHASER|FUNDER|BUYER'), format: 'name', standing: 'heading' },
      merchant_name: { ...byLabel('merchant s legal name', 'merchant legal name', 'seller s legal name', 'legal name', 'business legal name', 'merchant name', 'merchant', 'seller'), patterns: party('Merchant|Seller|MERCHANT|SELLER'), format: 'name' },
      agreement_date: { labels: ['agreement date', 'date of agreement', 'effective date', 'dated', 'date'], patterns: prose('(?:dated|made|entered into|effective)(?: and entered into)?(?: as of| on| this)?(?: the)?\\s+<D>') },
      purchase_price: { labels: ['purchase price', 'total purchase price', 'advance amount', 'funding amount', 'funded amount'], patterns: prose('purchase price["”’]*\\)?\\s*(?:\\(["“][^)]*\\)\\s*)?(?:of|is|means|:|in the amount of)?\\s*(?=\\$)<M>', '(?=\\$)<M>\\s*\\(?(?:the )?["“]purchase price') },
      purchased_amount: { labels: ['purchased amount', 'receivables purchased amount', 'amount of future receipts purchased', 'amount sold', 'purchased amount of future receipts'], patterns: prose('purchased amount["”’]*\\)?\\s*(?:of future receipts\\s*)?(?:of|is|means|:|in the amount of)?\\s*(?=\\$)<M>', '(?=\\$)<M>\\s*\\(?(?:the )?["“]purchased amount') },
      specified_percentage: { labels: ['specified percentage', 'purchased percentage', 'holdback percentage', 'specified percent', 'percentage'], patterns: prose('specified percentage["”’]*\\)?\\s*(?:of|is|means|:)?\\s*(?<value>\\d{1,2}(?:\\.\\d{1,3})?)\\s?%', '(?<value>\\d{1,2}(?:\\.\\d{1,3})?)\\s?%\\s*\\(?(?:the )?["“]specified percentage') },
      remittance_amount: { labels: ['initial daily amount', 'initial weekly amount', 'daily remittance', 'weekly remittance', 'remittance amount', 'estimated daily payment', 'daily payment', 'weekly payment', 'periodic amount', 'initial estimated payment', 'daily amount', 'weekly amount', 'remittance', 'payment amount'], patterns: prose('(?:initial|estimated) (?:daily|weekly|periodic|remittance)[^.$]{0,60}(?=\\$)<M>') },
      remittance_frequency: { labels: ['remittance frequency', 'payment frequency', 'frequency', 'payment schedule'], choices: FREQUENCIES, patterns: prose('(?<value>daily|weekly|each business day|monthly) (?:remittance|payment|amount|debit|ach)') },
    },
  },
  loan_agreement: {
    fields: {
      lender_name: { ...byLabel('lender', 'lender name', 'name of lender', 'holder', 'payee'), patterns: party('Lender|LENDER|Holder|Payee|Bank|Creditor'), format: 'name' },
      borrower_name: { ...byLabel('borrower', 'borrower name', 'name of borrower', 'maker', 'debtor'), patterns: party('Borrower|BORROWER|Maker|Debtor'), format: 'name' },
      principal_amount: { labels: ['principal amount', 'loan amount', 'principal', 'amount of loan', 'original principal amount', 'amount'], patterns: prose('principal (?:amount|sum)[^.$]{0,60}(?=\\$)<M>', '(?:loan|sum) (?:amount )?(?:of|in the amount of)[^.$]{0,60}(?=\\$)<M>') },
      interest_rate: { labels: ['interest rate', 'annual interest rate', 'rate of interest', 'rate'], patterns: prose('(?:interest|rate)[^.%]{0,80}?(?<value>\\d{1,2}(?:\\.\\d{1,4})?)\\s?(?:%|percent)') },
      agreement_date: { labels: ['agreement date', 'date of note', 'date of agreement', 'effective date', 'loan date', 'dated', 'date'], patterns: prose('(?:dated|made|entered into|effective)(?: and entered into)?(?: as of| on| this)?(?: the)?\\s+<D>') },
      maturity_date: { labels: ['maturity date', 'maturity', 'final payment date', 'due date'], patterns: prose('(?:maturity date["”]?\\)?|matures?|due and payable(?: in full)?)[^.\\d]{0,60}?<D>', '(?:on or before|until)\\s+<D>') },
      payment_amount: { labels: ['monthly payment', 'payment amount', 'installment amount', 'monthly installment', 'periodic payment', 'weekly payment'], patterns: prose('(?:installments?|payments?) of\\s*(?:principal and interest of\\s*)?(?=\\$)<M>') },
    },
  },
  disclosure_form: {
    fields: {
      funder_name: { ...byLabel('funder', 'provider', 'lender', 'financer', 'recipient funder'), format: 'name', standing: 'heading' },
      funding_provided: byLabel('funding provided', 'amount financed', 'total funds provided', 'disbursement amount', 'funding you will receive'),
      annual_percentage_rate: byLabel('estimated annual percentage rate', 'annual percentage rate', 'estimated annual percentage rate apr', 'apr'),
      finance_charge: byLabel('estimated finance charge', 'finance charge', 'total dollar cost'),
      total_payment_amount: byLabel('estimated total payment amount', 'total payment amount', 'total repayment amount', 'total of payments'),
      estimated_payment: byLabel('estimated payment', 'payment', 'average monthly cost', 'periodic payment'),
      estimated_term: byLabel('estimated term', 'term', 'estimated term of financing'),
    },
  },
  ucc_filing: {
    fields: {
      debtor_name: { ...byLabel('organization s name', 'debtor s name', 'debtor name', 'debtor'), format: 'name' },
      secured_party: { ...byLabel('secured party s name', 'secured party name', 'secured party', 'secured party name and address'), format: 'name' },
      filing_date: byLabel('filing date', 'date filed', 'file date', 'filed on', 'filed'),
      filing_number: { ...byLabel('filing number', 'ucc filing number', 'file number', 'filing no', 'initial financing statement file number', 'document number'), format: 'identifier' },
      collateral: { ...byLabel('this financing statement covers the following collateral', 'collateral description', 'collateral'), places: ['inside', 'below'] },
    },
  },
} // prettier-ignore
