import { businessDaysBetween } from '../../values/days/business-days.ts'
import { findCategory } from '../../values/categories.ts'
import { getMatches } from '../descriptor/reading.ts'
import { isOnCard, readNumbers, type Row } from '../row.ts'

/** Points by business days between the two sides. */
const DATE_POINTS: readonly number[] = [20, 12, 6, 2]

/** Points of formulas 7.1; 0 when the two rows cannot be a transfer. */
export function transferScore(debit: Row, credit: Row, sameAmountCount: number): number {
  if (debit.tx.accountId === credit.tx.accountId) return 0
  if (debit.tx.currency !== credit.tx.currency) return 0
  if (credit.day < debit.day - 1 || credit.day > debit.day + 7) return 0
  const distance = Math.abs(businessDaysBetween(debit.date, credit.date))
  const datePoints = DATE_POINTS[distance]
  if (datePoints === undefined) return 0
  const isCard = isCardPayment(debit, credit)
  const worded = isCard ? 2 : [debit, credit].filter(hasTransferWording).length
  let score = 50 + datePoints + 10 * worded
  if (namesAccount(debit, credit) || namesAccount(credit, debit)) score += 20
  if (sharesReference(debit, credit)) score += 15
  if (!isCard && (isOtherParty(debit) || isOtherParty(credit))) score -= 30
  if (contradicts(debit, credit) || contradicts(credit, debit)) score -= 25
  if (sameAmountCount >= 5 && worded === 0) score -= 20
  return score
}

export function hasTransferWording(row: Row): boolean {
  return row.reading.wordings.has('transfer')
}

/** Whether the descriptor of one side carries the last four digits of the other side's account. */
export function namesAccount(row: Row, other: Row): boolean {
  const last4 = other.account?.last4
  return !!last4 && readNumbers(row).some((number) => number.endsWith(last4))
}

/**
 * Whether a transfer names by its last four digits an account that is neither side. A confirmation
 * of four digits looks the same, so this weighs less than all the rest together.
 */
export function contradicts(row: Row, other: Row): boolean {
  const known = [row.account?.last4, other.account?.last4]
  if (!hasTransferWording(row) || !known[1]) return false
  const masks = readNumbers(row).filter((number) => number.length === 4)
  return masks.length > 0 && !masks.some((mask) => known.includes(mask))
}

/** A common number of six or more digits is a confirmation, shorter ones are masks and dates. */
function sharesReference(left: Row, right: Row): boolean {
  return readNumbers(left).some(
    (number) => number.length >= 6 && readNumbers(right).includes(number),
  )
}

/** Channels that transfers between own accounts do not use. */
const OTHERS_CHANNELS = new Set(['card', 'check', 'cash', 'fee', 'interest', 'return'])

/**
 * Whether the other side is no own account: the row names a processor, funder, payroll bureau or
 * tax office or, without transfer wording, any other party or purpose.
 */
function isOtherParty(row: Row): boolean {
  const known = otherParties.get(row)
  if (known !== undefined) return known
  const found = namesOtherParty(row)
  otherParties.set(row, found)
  return found
}

/** A row is compared with many others; this is computed once. */
const otherParties = new WeakMap<Row, boolean>()

function namesOtherParty(row: Row): boolean {
  const { reading, party, channel } = row
  if (getMatches(reading, 'funder').some(({ value }) => !value.funder.isAmbiguous)) return true
  const merchants = getMatches(reading, 'merchant')
  const isInstitution = merchants.some(({ value: { merchant } }) => {
    const root = findCategory(merchant.in ?? merchant.out ?? '')?.parentSlug
    return root === 'revenue' || root === 'taxes' || merchant.out === 'expenses.payroll'
  })
  if (isInstitution || hasTransferWording(row)) return isInstitution
  if (OTHERS_CHANNELS.has(channel) || party.name !== null || merchants.length > 0) return true
  // An ACH entry names its receiver; one between own accounts is worded as a transfer.
  if (channel === 'ach' && reading.groupKey.includes(' ')) return true
  return getMatches(reading, 'cue').some(({ value }) => !value.slug.startsWith('transfers.'))
}

/** A payment of a card bill and its credit on the card. */
export function isCardPayment(debit: Row, credit: Row): boolean {
  return isOnCard(credit) && debit.reading.wordings.has('card_payment')
}
