import { capitals, choice } from '../../values/rows/cells.ts'
import { readRows } from '../../values/rows/rows.ts'
import { CHANNELS, type Channel, type RawTransaction } from '../../values/transaction.ts'
import type { Wording } from '../data/wordings.ts'
import type { Descriptor } from './reading.ts'

/** OFX TRNTYPE and common CSV type words that name a channel (taxonomy 5.4). */
const BANK_TYPES = new Map(
  readRows(
    new URL('../data/bank-types.csv', import.meta.url),
    { type: capitals, channel: choice(CHANNELS, 'a channel') },
    ['type'],
  ).map(({ type, channel }) => [type, channel]),
)

/** Wordings that decide the channel, the most specific first. */
const BY_WORDING: readonly [Wording, Channel][] = [
  ['return', 'return'],
  ['wire', 'wire'],
  ['p2p', 'p2p'],
  ['instant', 'ach'],
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
  return BANK_TYPES.get(tx.bankType.toUpperCase().replace(/[^A-Z]+/g, '_')) ?? 'other'
}

/** The channel that the words name; null for none. */
export function matchChannel(wordings: ReadonlySet<Wording>): Channel | null {
  if (wordings.has('fee') && !wordings.has('not_bank_fee')) return 'fee'
  return BY_WORDING.find(([wording]) => wordings.has(wording))?.[1] ?? null
}
