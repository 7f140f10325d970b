import { toMajor, type Cents } from '../../core/values/money.ts'
import type { PlainDate } from '../../core/values/dates.ts'

/**
 * A transfer to or from an account of the same owner, without a matching row in the submission.
 */
export interface UnmatchedRow {
  id: string
  date: PlainDate
  amount: Cents
  currency: string
  description: string
  categorySlug: string
  merchantName: string | null
}

export interface KnownAccount {
  last4: string | null
  type: string
  institutionName: string | null
}

export interface MissingAccount {
  /** Stable across detections. */
  key: string
  accountMask: string | null
  institutionHint: string | null
  accountTypeHint: string | null
  direction: 'inflow' | 'outflow' | 'both'
  transactionCount: number
  currency: string
  inflowTotal: number
  outflowTotal: number
  firstDate: PlainDate
  lastDate: PlainDate
  confidence: number
  transactionIds: string[]
  requestText: string
}

interface Clue {
  key: string
  mask: string | null
  institution: string | null
  type: string | null
}

const MASKS = [
  // `ONLINE TRANSFER TO CHK ...4321`, `Transfer from SAVINGS XXXX98765`, `TRF ACCT #004321`
  /\b(?:CHK|CHECKING|SAV(?:INGS)?|ACC(?:OUN)?T|ENDING(?: IN)?)\b[\s.:#*X]*(\d{3,6})\b/i,
  // `TRANSFER TO XXXXXX5672`, `to **5672`
  /[X*]{2,}(\d{3,6})\b/i,
]
// `TRANSFER TO SAVINGS`, `To Share 01`
const SAVINGS_WORDS = /\b(?:SAV|SAVINGS|SHARE|MMA|MONEY MARKET)\b/i
const CHECKING_WORDS = /\b(?:CHK|CHECKING|DDA)\b/i
// `ZBA TRANSFER`, `SWEEP TO INVESTMENT`
const SWEEP_WORDS = /\b(?:ZBA|SWEEP)\b/i

const CARD_PAYMENT = 'debt.credit_card_payment'

/** Without a mask, a single small transfer is no evidence (formulas 13.3). */
const ROWS_MIN = 2
const TOTAL_CENTS_MIN = 100_000

/**
 * Accounts that the rows mention and that were not submitted, most confident first (formulas 13.3).
 * Takes unmatched rows only; a mask of a known account is no clue.
 */
export function detectMissingAccounts(
  rows: readonly UnmatchedRow[],
  known: readonly KnownAccount[],
): MissingAccount[] {
  const groups = new Map<string, { clue: Clue; rows: UnmatchedRow[] }>()
  for (const row of rows) {
    const clue = findClue(row, known)
    if (clue === null) continue
    const key = `${clue.key}|${row.currency}`
    const group = groups.get(key)
    if (group) group.rows.push(row)
    else groups.set(key, { clue: { ...clue, key }, rows: [row] })
  }
  return [...groups.values()]
    .filter(
      ({ clue, rows: own }) =>
        clue.mask !== null || own.length >= ROWS_MIN || sumVolume(own) >= TOTAL_CENTS_MIN,
    )
    .map(({ clue, rows: own }) => toMissingAccount(clue, own))
    .toSorted((a, b) => b.confidence - a.confidence || (a.key < b.key ? -1 : 1))
}

function findClue(row: UnmatchedRow, known: readonly KnownAccount[]): Clue | null {
  const mask = findMask(row.description)
  if (mask !== null && known.some(({ last4 }) => last4 !== null && isSameEnding(last4, mask)))
    return null
  if (row.categorySlug === CARD_PAYMENT) return cardClue(row, known, mask)
  const type = detectType(row)
  if (mask !== null) return { key: `mask:${mask}`, mask, institution: null, type }
  return type === null ? null : { key: `word:${type}`, mask: null, institution: null, type }
}

function cardClue(
  row: UnmatchedRow,
  known: readonly KnownAccount[],
  mask: string | null,
): Clue | null {
  const issuer = row.merchantName
  if (issuer === null && mask === null) return null
  const isSubmitted = known.some(
    ({ type, institutionName }) =>
      type === 'credit_card' && institutionName !== null && institutionName === issuer,
  )
  if (isSubmitted) return null
  return {
    key: `card:${mask ?? issuer!.toLowerCase()}`,
    mask,
    institution: issuer,
    type: 'credit_card',
  }
}

function detectType({ description, categorySlug }: UnmatchedRow): string | null {
  if (categorySlug === 'transfers.sweep' || SWEEP_WORDS.test(description)) return 'sweep'
  if (categorySlug === 'transfers.savings' || SAVINGS_WORDS.test(description)) return 'savings'
  return CHECKING_WORDS.test(description) ? 'checking' : null
}

function findMask(description: string): string | null {
  for (const pattern of MASKS) {
    const digits = pattern.exec(description)?.[1]
    if (digits !== undefined) return digits
  }
  return null
}

/** Banks print three to six digits of one number: the shorter print decides. */
function isSameEnding(left: string, right: string): boolean {
  return left.endsWith(right) || right.endsWith(left)
}

function sumVolume(rows: readonly UnmatchedRow[]): Cents {
  return rows.reduce((sum, { amount }) => sum + Math.abs(amount), 0)
}

function toMissingAccount(
  { key, mask, institution, type }: Clue,
  rows: UnmatchedRow[],
): MissingAccount {
  const inflows = rows.filter(({ amount }) => amount > 0)
  const outflows = rows.filter(({ amount }) => amount <= 0)
  const dates = rows.map(({ date }) => date).toSorted()
  const { currency } = rows[0]!
  const isBoth = inflows.length > 0 && outflows.length > 0
  const span = { firstDate: dates[0]!, lastDate: dates.at(-1)! }
  return {
    key,
    accountMask: mask,
    institutionHint: institution,
    accountTypeHint: type,
    direction: isBoth ? 'both' : inflows.length > 0 ? 'inflow' : 'outflow',
    transactionCount: rows.length,
    currency,
    inflowTotal: toMajor(sumVolume(inflows), currency),
    outflowTotal: toMajor(sumVolume(outflows), currency),
    ...span,
    confidence: computeConfidence({ rows: rows.length, hasMask: mask !== null, isBoth }),
    transactionIds: rows.map(({ id }) => id),
    requestText: formatRequest({ mask, institution, type }, rows.length, span),
  }
}

interface Evidence {
  rows: number
  hasMask: boolean
  isBoth: boolean
}

/** min(0.95, 0.4 + 0.1 × rows + 0.2 for a mask + 0.1 for both directions), formulas 13.3. */
export function computeConfidence({ rows, hasMask, isBoth }: Evidence): number {
  const tenths = 4 + rows + (hasMask ? 2 : 0) + (isBoth ? 1 : 0)
  return Math.min(0.95, tenths / 10)
}

function formatRequest(
  { mask, institution, type }: Omit<Clue, 'key'>,
  count: number,
  { firstDate, lastDate }: { firstDate: PlainDate; lastDate: PlainDate },
): string {
  const named = [institution, type?.replace('_', ' '), 'account'].filter(Boolean).join(' ')
  const ending = mask === null ? '' : ` ending ${mask}`
  const transfers = count === 1 ? '1 transaction refers' : `${count} transactions refer`
  const wanted = `the statements of the ${named}${ending} for ${firstDate} to ${lastDate}`
  return `Please send ${wanted}: ${transfers} to it.`
}
