import type { Channel, RawTransaction } from '../../values/transaction.ts'
import type { Wording } from '../data/wordings.ts'
import type { Descriptor } from './reading.ts'

/** OFX TRNTYPE and common CSV type words that name a channel (taxonomy 5.4). */
const BANK_TYPES: Readonly<Record<string, Channel>> = {
  SRVCHG: 'fee',
  FEE: 'fee',
  INT: 'interest',
  DIV: 'interest',
  XFER: 'transfer',
  TRANSFER: 'transfer',
  ATM: 'cash',
  CASH: 'cash',
  CHECK: 'check',
  CHEQUE: 'check',
  POS: 'card',
  DIRECTDEP: 'ach',
  DIRECTDEBIT: 'ach',
  REPEATPMT: 'ach',
  WIRE: 'wire',
  ACH: 'ach',
  ACH_CREDIT: 'ach',
  ACH_DEBIT: 'ach',
  DEBIT_CARD: 'card',
  WIRE_INCOMING: 'wire',
  WIRE_OUTGOING: 'wire',
  QUICKPAY_CREDIT: 'p2p',
  QUICKPAY_DEBIT: 'p2p',
  CHECK_PAID: 'check',
  CHECK_DEPOSIT: 'check',
  FEE_TRANSACTION: 'fee',
  ACCT_XFER: 'transfer',
}

/** Wordings that decide the channel, the most specific first. */
const BY_WORDING: readonly [Wording, Channel][] = [
  ['return', 'return'],
  ['wire', 'wire'],
  ['p2p', 'p2p'],
  ['interest', 'interest'],
  ['cash', 'cash'],
  ['card', 'card'],
  ['ach', 'ach'],
  ['check', 'check'],
  ['adjustment', 'adjustment'],
  ['transfer', 'transfer'],
]

/** How the money moved: by check number, wording, then the bank's own type word. */
export function detectChannel({ reading, checkNumber }: Descriptor, tx: RawTransaction): Channel {
  if (tx.checkNumber !== null || checkNumber !== null) return 'check'
  if (reading.namedChannel !== null) return reading.namedChannel
  if (tx.bankType === null) return 'other'
  return BANK_TYPES[tx.bankType.toUpperCase().replace(/[^A-Z]+/g, '_')] ?? 'other'
}

/** The channel that the words name; null for none. */
export function matchChannel(wordings: ReadonlySet<Wording>): Channel | null {
  if (wordings.has('fee') && !wordings.has('not_bank_fee')) return 'fee'
  return BY_WORDING.find(([wording]) => wordings.has(wording))?.[1] ?? null
}
