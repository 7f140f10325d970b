import type { DocumentClass } from '../document-class.ts'
import { defineClass, optional, required } from './define-class.ts'

const STATEMENT_FIELDS = [
  optional('institution_name', 'string'),
  required('account_holder_name', 'string'),
  required('account_number', 'string', 'as printed, masked or not'),
  required('start_date', 'date'),
  required('end_date', 'date'),
  required('opening_balance', 'money'),
  required('closing_balance', 'money'),
]

/** Statements and exports of accounts. */
export const BANKING_CLASSES: readonly DocumentClass[] = [
  defineClass({
    name: 'bank_statement',
    label: 'Bank statement',
    family: 'banking',
    description: 'Periodic statement of a checking or other transaction account.',
    parser: 'bank_statement',
    title: [
      'bank statement', 'account statement', 'statement of account', 'checking statement',
      'checking summary', 'business checking', 'releve de compte', 'releve bancaire', 'kontoauszug',
      'extracto de cuenta', 'estado de cuenta', 'extrato',
    ],
    strong: [
      'statement period', 'beginning balance', 'opening balance', 'ending balance',
      'closing balance', 'deposits and other credits', 'deposits and additions',
      'withdrawals and other debits', 'electronic withdrawals', 'daily balance summary',
      'daily ending balance', 'ending daily balance', 'checks paid', 'total deposits',
      'total withdrawals', 'solde d ouverture', 'solde de cloture', 'solde de fermeture',
      'solde initial', 'solde final', 'anfangssaldo', 'endsaldo', 'saldo inicial', 'saldo final',
    ],
    weak: [
      'member fdic', 'account number', 'checking', 'deposits', 'withdrawals', 'statement date',
      'average balance', 'overdraft', 'routing number', 'transaction history', 'running balance',
      'account transactions', 'account holder', 'iban', 'sort code', 'debits', 'credits', 'releve',
      'retraits', 'depots', 'numero de compte', 'balance',
    ],
    negative: ['credit limit', 'minimum payment due', 'payment due date', 'cash advance limit'],
    filename: ['statement', 'stmt', 'bank', 'checking', 'estatement'],
    fields: [...STATEMENT_FIELDS, optional('routing_number', 'string', 'nine digits')],
    aliases: ['bank_statements', 'statement', 'checking_statement'],
    requiredForProcessing: true,
  }),
  defineClass({
    name: 'savings_statement',
    label: 'Savings or money market statement',
    family: 'banking',
    description: 'Periodic statement of a savings, money market or deposit account.',
    parser: 'bank_statement',
    title: [
      'savings statement', 'money market statement', 'savings summary', 'savings account statement',
    ],
    strong: [
      'savings account', 'money market account', 'annual percentage yield earned',
      'interest paid year to date', 'interest earned this period',
    ],
    weak: ['savings', 'money market', 'beginning balance', 'ending balance', 'interest paid'],
    negative: [
      'checking', 'credit limit', 'minimum payment due', 'checks paid',
      'withdrawals and other debits',
    ],
    filename: ['savings', 'money market'],
    fields: [...STATEMENT_FIELDS, optional('interest_paid', 'money')],
    aliases: ['money_market_statement'],
  }),
  defineClass({
    name: 'credit_card_statement',
    label: 'Credit card statement',
    family: 'banking',
    description: 'Periodic statement of a credit or charge card account.',
    parser: 'bank_statement',
    title: ['credit card statement', 'card statement', 'visa statement', 'kreditkartenabrechnung'],
    strong: [
      'minimum payment due', 'minimum payment', 'credit limit', 'available credit',
      'payment due date', 'cash advance limit', 'total credit limit', 'late payment warning',
      'last month s balance', 'previous statement balance', 'verfugungsrahmen',
    ],
    weak: [
      'new balance', 'previous balance', 'credit card', 'cash advances', 'purchases',
      'interest charged',
    ],
    negative: [
      'unpaid principal', 'escrow', 'daily balance summary', 'withdrawals and other debits',
    ],
    filename: ['credit card', 'card', 'amex', 'visa', 'mastercard'],
    fields: [
      ...STATEMENT_FIELDS,
      optional('credit_limit', 'money'),
      optional('minimum_payment_due', 'money'),
      optional('payment_due_date', 'date'),
    ],
    aliases: ['card_statement'],
  }),
  defineClass({
    name: 'merchant_processing_statement',
    label: 'Card processing statement',
    family: 'banking',
    description: 'Monthly statement of a card processor: sales volume, fees, chargebacks.',
    parser: 'line_items',
    title: [
      'merchant statement', 'processing statement', 'merchant processing statement',
      'merchant card processing',
    ],
    strong: [
      'merchant number', 'merchant id', 'total sales volume', 'discount rate', 'interchange',
      'processing month', 'total amount submitted', 'amount funded', 'net sales',
    ],
    weak: [
      'chargebacks', 'batches', 'batch', 'mid', 'discount', 'card type', 'adjustments',
      'assessments',
    ],
    filename: ['merchant', 'processing', 'processor'],
    fields: [
      required('merchant_name', 'string'),
      required('merchant_number', 'string'),
      required('processing_month', 'date'),
      required('gross_sales', 'money'),
      optional('net_sales', 'money'),
      optional('fees', 'money'),
      optional('chargebacks', 'money'),
      optional('volume_by_card_type', 'table'),
    ],
    aliases: ['processing_statement', 'merchant_statement'],
  }),
  defineClass({
    name: 'mtd_transactions',
    label: 'Month-to-date transaction print-out',
    family: 'banking',
    description: 'Print-out of recent transactions from online banking, without an ending balance.',
    parser: 'bank_statement',
    title: [
      'transaction history', 'account activity', 'recent transactions', 'transactions print',
      'account details', 'activity details',
    ],
    strong: [
      'activity as of', 'pending transactions', 'online banking print', 'posted transactions',
      'available balance', 'showing transactions', 'present balance',
    ],
    weak: ['https', 'www', 'current balance', 'pending', 'print this page', 'last updated'],
    negative: [
      'ending balance', 'statement period', 'closing balance', 'daily balance summary',
      'opening balance', 'beginning balance',
    ],
    filename: ['mtd', 'month to date', 'activity', 'history', 'transactions'],
    fields: [
      required('account_number', 'string', 'as printed, masked or not'),
      optional('as_of_date', 'date'),
      optional('available_balance', 'money'),
    ],
    aliases: ['month_to_date', 'online_activity'],
  }),
  defineClass({
    name: 'transaction_export',
    label: 'Transaction export (CSV, XLSX, OFX, QFX, QBO, BAI2, CAMT, MT940)',
    family: 'banking',
    description: 'Machine-readable list of transactions from a bank, a provider or bookkeeping.',
    parser: 'bank_statement',
    strong: ['ofxheader', 'camt 053'],
    weak: ['transaction export'],
    filename: ['export', 'download'],
    fields: [optional('account_number', 'string'), optional('currency', 'string', 'ISO 4217')],
    aliases: ['csv_export', 'ofx'],
  }),
  defineClass({
    name: 'brokerage_statement',
    label: 'Investment account statement',
    family: 'banking',
    description: 'Statement of a brokerage or retirement account with holdings.',
    parser: 'bank_statement',
    title: [
      'brokerage statement', 'investment statement', 'portfolio statement', 'brokerage account',
    ],
    strong: [
      'cost basis', 'unrealized gain', 'member sipc', 'sipc', 'asset allocation',
      'portfolio summary',
    ],
    weak: ['positions', 'holdings', 'market value', 'shares', 'securities', 'dividends'],
    filename: ['brokerage', 'investment', 'ira'],
    fields: [
      ...STATEMENT_FIELDS,
      optional('holdings', 'table', 'symbol, quantity, price, market value'),
    ],
    aliases: ['investment_statement'],
  }),
]
