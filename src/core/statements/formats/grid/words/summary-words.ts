export type SummaryKind = 'opening' | 'closing' | 'credits' | 'debits' | 'total'

/**
 * First words of rows that sum up instead of telling of a transaction, as `plainWords`. A phrase of
 * one word must be the whole text: `TOTAL WINE` and `Opening deposit` are transactions.
 */
export const SUMMARY_WORDS: Record<SummaryKind, readonly string[]> = {
  opening: [
    'opening', 'opening balance', 'beginning balance', 'starting balance', 'start balance',
    'previous balance', 'prior balance', 'balance forward', 'balance brought forward',
    'brought forward', 'balance b f', 'initial balance', 'anfangssaldo', 'anfangsbestand',
    'alter saldo', 'alter kontostand', 'solde initial', 'solde precedent', 'solde d ouverture',
    'solde reporte', 'solde anterieur', 'saldo inicial', 'saldo anterior', 'beginsaldo',
    'vorig saldo', 'saldo iniziale', 'statement opening balance',
  ],
  closing: [
    'closing', 'closing balance', 'ending balance', 'end balance', 'final balance',
    'balance carried forward', 'carried forward', 'balance c f', 'endsaldo',
    'neuer saldo', 'neuer kontostand', 'solde final', 'nouveau solde', 'solde de cloture',
    'saldo final', 'eindsaldo', 'nieuw saldo', 'saldo finale', 'new balance',
    'statement closing balance',
  ],
  credits: [
    'total credits', 'total deposits', 'total credit', 'total deposit', 'total money in',
    'total paid in', 'total inflows', 'sum of credits', 'summe haben', 'total creditos',
    'total abonos', 'total des credits', 'deposits total', 'credits total',
    'total payments and credits',
  ],
  debits: [
    'total debits', 'total withdrawals', 'total debit', 'total withdrawal', 'total money out',
    'total paid out', 'total outflows', 'sum of debits', 'summe soll', 'total debitos',
    'total cargos', 'total des debits', 'withdrawals total', 'debits total', 'total charges',
    'total purchases',
  ],
  total: [
    'total', 'totals', 'grand total', 'sub total', 'subtotal', 'total amount', 'total balance',
    'net total', 'summe', 'gesamt', 'gesamtsumme', 'somme', 'totaal', 'totale', 'totales', 'totais',
    'total transactions', 'total fees', 'number of transactions', 'transaction count', 'net change',
  ],
} // prettier-ignore

/** Labels above a table that name the account, the currency and the period. */
export const FACT_LABELS = {
  account: [
    'account', 'account number', 'account no', 'account id', 'iban', 'card number', 'card no',
    'konto', 'kontonummer', 'compte', 'numero de compte', 'cuenta', 'conta', 'rekening',
    'rekeningnummer', 'acct',
  ],
  accountName: [
    'account name', 'account type', 'product', 'account', 'konto', 'compte', 'cuenta', 'conta',
  ],
  currency: ['currency', 'account currency', 'wahrung', 'devise', 'moneda', 'moeda', 'valuta'],
  start: [
    'from', 'start date', 'from date', 'date from', 'period start', 'von', 'du', 'desde', 'de',
    'van',
  ],
  end: ['to', 'end date', 'to date', 'date to', 'period end', 'bis', 'au', 'hasta', 'ate', 'tot'],
  period: [
    'period', 'statement period', 'date range', 'zeitraum', 'periode', 'periodo',
    'transactions from',
  ],
} as const // prettier-ignore

/** Words in an account type column or account name, first hit wins. */
export const ACCOUNT_TYPE_WORDS = [
  ['credit_card', ['credit card', 'visa', 'mastercard', 'amex', 'kreditkarte', 'carte de credit']],
  ['money_market', ['money market']],
  ['savings', ['savings', 'saving', 'epargne', 'ahorro', 'poupanca', 'sparkonto', 'spaarrekening']],
  ['line_of_credit', ['line of credit', 'credit line', 'marge de credit']],
  ['loan', ['loan', 'mortgage']],
  ['investment', ['investment', 'brokerage']],
  ['checking', ['checking', 'chequing', 'current', 'cheque', 'girokonto', 'corriente', 'courant']],
] as const
