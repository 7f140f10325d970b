import { plainWords } from '../../../vocabulary/plain-words.ts'
import { listed } from './lists.ts'

/** Words of a type or debit/credit column, as `plainWords`, by the direction of the money. */
export const OUTFLOW_WORDS: ReadonlySet<string> = new Set(listed('outflow'))

export const INFLOW_WORDS: ReadonlySet<string> = new Set(listed('inflow'))

/** States of rows that were never booked, and of those that are not booked yet. */
export const VOID_STATUSES: ReadonlySet<string> = new Set(listed('void_status'))
export const PENDING_STATUSES: ReadonlySet<string> = new Set(listed('pending_status'))

/** Headings that only a card account's export has, as `plainWords`. */
export const CARD_HEADINGS: readonly string[] = listed('card_heading')

/**
 * Words of a type or category column by which a row is a purchase or a payment of a card account.
 */
export const CARD_PURCHASE_TYPES: ReadonlySet<string> = new Set(listed('card_purchase'))
export const CARD_PAYMENT_TYPES: ReadonlySet<string> = new Set(listed('card_payment'))

/**
 * The thanks that a card company, and no other bank, writes on a payment it received:
 * `PAYMENT - THANK YOU`, `AUTOPAY PYMT THANK YOU`, `PAIEMENT MERCI`. Matched on `plainWords`.
 */
export const CARD_PAYMENT_THANKS =
  /\b(payment|pymt|pmt|autopay|paiement|zahlung|pago)\b.*\b(thanks?|merci|danke?|gracias)\b/

/** A payment received that is printed as negative lowers a debt: only cards do that. */
export const CARD_PAYMENT_RECEIVED =
  /\b(payment|pagamento|pago|paiement|zahlung)\b.*\b(received|recebido|recibido|recu|erhalten)\b/

/** What a payment to a card may be called once the account is known to be a card. */
export const CARD_PAYMENT =
  /\b(payments?|pymt|pmt|autopay|directpay|thank|paiement|zahlung|pago|pagamento)\b/

/**
 * Columns of Plaid's transaction object; its amounts are positive when money leaves (Plaid API
 * reference).
 */
export const PLAID_HEADINGS: readonly string[] = listed('plaid_heading')

/** `Übertrag / Überweisung`: a transfer, of which neither word says where to. */
const TRANSFERS: ReadonlySet<string> = new Set([
  'ubertrag', 'umbuchung', 'transfer', 'transfert', 'virement', 'traspaso', 'transferencia',
  'giroconto', 'overboeking', 'overforing', 'overforsel', 'przelew', 'prevod', 'tilisiirto', 'havale',
]) // prettier-ignore

/** 1 for a word of inflow, −1 for one of outflow, null when the words say neither or both. */
export function parseDirection(text: string): 1 | -1 | null {
  const sign = text.trim()
  if (sign === '+') return 1
  if (sign === '-' || sign === '−') return -1
  if (sign.includes('/') && sign.split('/').some((part) => TRANSFERS.has(plainWords(part))))
    return null
  const words = plainWords(text).split(' ')
  const isOut = words.some((word) => OUTFLOW_WORDS.has(word))
  const isIn = words.some((word) => INFLOW_WORDS.has(word))
  if (isOut === isIn) return null
  return isIn ? 1 : -1
}
