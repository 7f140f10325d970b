import { toMajor, type Cents } from '../../values/money.ts'
import type { Channel } from '../../values/transaction.ts'
import { FIRST_NAMES } from '../data/first-names.ts'
import { nameWords, hasCompanyWord } from '../descriptor/party.ts'

/** Rows of one descriptor and direction whose category is uncertain. */
export interface Unsure {
  normalized: string
  isInflow: boolean
  /** Every channel of the rows. */
  channels: readonly (Channel | null)[]
  /** A magnitude that is typical of the rows. */
  amountCents: Cents
  currency: string
}

/** What an outside model receives of them: no digit, no name of a person. */
export interface Question {
  descriptor: string
  direction: 'inflow' | 'outflow'
  /** Of the amount in major units: `100 to 1000`. */
  band: string
}

/** Channels whose descriptors name who paid or was paid, often a person. */
const NAMES_PARTIES: readonly (Channel | null)[] = ['p2p', 'wire', 'check']

/** Upper ends of the bands, in major units. */
const BANDS = [10, 100, 1000, 10_000, 100_000]

/**
 * The question about these rows, or null when it must not leave: when the descriptor has a given
 * name or an owner's name, when the channel names parties, and when, except for card purchases, no
 * word shows that it is a company. Every word with a digit becomes `#`, so no account number, EIN
 * or reference leaves. Null, too, when no word of three letters remains.
 */
export function toQuestion(rows: Unsure, ownerNames: readonly string[]): Question | null {
  const { normalized, isInflow, channels } = rows
  const words = normalized.split(' ').filter((word) => word !== '')
  const owners = new Set(ownerNames.flatMap(nameWords))
  if (channels.some((channel) => NAMES_PARTIES.includes(channel))) return null
  if (words.some((word) => FIRST_NAMES.has(word) || owners.has(word))) return null
  const isPurchase = channels.every((channel) => channel === 'card')
  if (!isPurchase && !hasCompanyWord(words)) return null
  const masked = words.map((word) => (/\d/.test(word) ? '#' : word))
  if (!masked.some((word) => /[A-Z]{3}/.test(word))) return null
  const direction = isInflow ? 'inflow' : 'outflow'
  return { descriptor: masked.join(' '), direction, band: formatBand(rows) }
}

function formatBand({ amountCents, currency }: Unsure): string {
  const amount = toMajor(Math.abs(amountCents), currency)
  const at = BANDS.findIndex((end) => amount < end)
  if (at < 0) return `${BANDS.at(-1)} or more`
  return at === 0 ? `below ${BANDS[0]}` : `${BANDS[at - 1]} to ${BANDS[at]}`
}
