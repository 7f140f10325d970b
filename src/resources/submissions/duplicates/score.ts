import { roundRatio } from '../../../core/values/money.ts'
import type { CompanyInfo } from '../../records/submissions/store.ts'
import { addressKey, normalizeEmail, normalizeHost, normalizePhone } from './keys.ts'
import { toBankKey } from '../../../core/values/banks/bank-name.ts'
import { jaroWinkler, normalizeName } from '../../../core/values/text.ts'

export interface ComparableAccount {
  /** A keyed hash of bank and number. */
  fingerprint: string
  institutionName: string | null
  last4: string | null
  holderNames: string[]
}

/** What two submissions are compared by. */
export interface Comparable {
  name: string | null
  company: CompanyInfo
  einBlind: string | null
  accounts: ComparableAccount[]
  documentHashes: string[]
  /** What each statement prints: period, balances and number of rows. */
  statementKeys: string[]
}

export interface Reason {
  field: string
  kind: 'equal' | 'fuzzy' | 'fingerprint' | 'hash'
  similarity: number
  ours: string | null
  theirs: string | null
}

export type MatchLevel = 'exact' | 'likely' | 'possible'

export interface Match {
  score: number
  matchLevel: MatchLevel
  reasons: Reason[]
}

interface Sign {
  points: number
  find: (ours: Comparable, theirs: Comparable) => Reason | null
}

/**
 * Points of formulas §7.2. The holder whom the bank prints counts as much as his account, and a
 * statement of the same period, balances and rows as much as that: its name is easily changed. A
 * match collects the points of every sign, up to 100. */
const SIGNS: readonly Sign[] = [
  { points: 60, find: same('ein', ({ einBlind }) => einBlind, hide) },
  { points: 40, find: (ours, theirs) => sameAccount(ours, theirs) ?? sameHolder(ours, theirs) },
  { points: 40, find: sameStatement },
  { points: 30, find: sameDocument },
  { points: 10, find: same('phone', ({ company }) => normalizePhone(company.phone), maskPhone) },
  { points: 10, find: same('email', ({ company }) => normalizeEmail(company.email), maskEmail) },
  { points: 10, find: same('website', ({ company }) => normalizeHost(company.website), asItIs) },
  { points: 10, find: same('address', ({ company }) => addressKey(company), maskAddress) },
]

/** Points for names by their similarity, the better first. */
const NAME_POINTS = [
  { similarity: 0.92, points: 25 },
  { similarity: 0.85, points: 15 },
]

const LEVELS: { from: number; level: MatchLevel }[] = [
  { from: 90, level: 'exact' },
  { from: 60, level: 'likely' },
  { from: 0, level: 'possible' },
]

/**
 * How likely two submissions are of one business (formulas §7.2): 0 to 100, with the reasons.
 */
export function compareSubmissions(ours: Comparable, theirs: Comparable): Match {
  const name = compareNames(ours, theirs)
  const found = SIGNS.flatMap(({ points, find }) => {
    const reason = find(ours, theirs)
    return reason ? [{ points, reason }] : []
  })
  const all = name ? [...found, name] : found
  const score = Math.min(
    100,
    all.reduce((sum, { points }) => sum + points, 0),
  )
  const reasons = all.toSorted((a, b) => b.points - a.points).map(({ reason }) => reason)
  return { score, matchLevel: LEVELS.find(({ from }) => score >= from)!.level, reasons }
}

function compareNames(
  ours: Comparable,
  theirs: Comparable,
): { points: number; reason: Reason } | null {
  const similarity = jaroWinkler(normalizeName(ours.name), normalizeName(theirs.name))
  const points = NAME_POINTS.find((step) => similarity >= step.similarity)?.points
  if (points === undefined) return null
  const kind = similarity === 1 ? 'equal' : 'fuzzy'
  return {
    points,
    reason: {
      field: 'name',
      kind,
      similarity: roundRatio(similarity),
      ours: ours.name,
      theirs: theirs.name,
    },
  }
}

/** A sign that both sides share a value; `mask` formats it for display. */
function same(
  field: string,
  valueOf: (side: Comparable) => string | null,
  mask: (value: string) => string,
): Sign['find'] {
  return (ours, theirs) => {
    const value = valueOf(ours)
    if (value === null || value !== valueOf(theirs)) return null
    return { field, kind: 'equal', similarity: 1, ours: mask(value), theirs: mask(value) }
  }
}

/** Four digits at one bank are not rare enough alone: the holders must not contradict. */
function sameAccount(ours: Comparable, theirs: Comparable): Reason | null {
  const shared = ours.accounts.find((own) =>
    theirs.accounts.some((other) => isSameAccount(own, other)),
  )
  if (!shared) return null
  const shown = `****${shared.last4}`
  return { field: 'account', kind: 'fingerprint', similarity: 1, ours: shown, theirs: shown }
}

function isSameAccount(own: ComparableAccount, other: ComparableAccount): boolean {
  const isOneBank =
    own.institutionName !== null &&
    toBankKey(own.institutionName) === toBankKey(other.institutionName)
  if (own.last4 === null || own.last4 !== other.last4) return false
  if (own.fingerprint !== other.fingerprint && !isOneBank) return false
  if (own.holderNames.length === 0 || other.holderNames.length === 0) return true
  const holders = new Set(own.holderNames.map(normalizeName))
  return other.holderNames.some((name) => holders.has(normalizeName(name)))
}

/** A name of one word is no sign; holders are as the banks print them. */
function sameHolder(ours: Comparable, theirs: Comparable): Reason | null {
  const list = ({ accounts }: Comparable): string[] =>
    accounts.flatMap(({ holderNames }) => holderNames)
  const known = new Set(list(theirs).map(normalizeName))
  const shared = list(ours).find((name) => {
    const plain = normalizeName(name)
    return plain.includes(' ') && known.has(plain)
  })
  return shared === undefined
    ? null
    : { field: 'account_holder', kind: 'equal', similarity: 1, ours: shared, theirs: shared }
}

function sameStatement(ours: Comparable, theirs: Comparable): Reason | null {
  const known = new Set(theirs.statementKeys)
  const shared = ours.statementKeys.find((key) => known.has(key))
  if (shared === undefined) return null
  const [, start, end] = shared.split('|')
  const period = `${start} to ${end}`
  return { field: 'statement', kind: 'fingerprint', similarity: 1, ours: period, theirs: period }
}

function sameDocument(ours: Comparable, theirs: Comparable): Reason | null {
  const known = new Set(theirs.documentHashes)
  const shared = ours.documentHashes.find((hash) => known.has(hash))?.slice(0, 12)
  return shared === undefined
    ? null
    : { field: 'document', kind: 'hash', similarity: 1, ours: shared, theirs: shared }
}

function maskPhone(digits: string): string {
  return `***${digits.slice(-4)}`
}

/** `jo@example.com` as `j***@example.com`. */
function maskEmail(email: string): string {
  return `${email[0]}***${email.slice(email.indexOf('@'))}`
}

/** `12 main 01101` as `*** main ***`. */
function maskAddress(key: string): string {
  return `*** ${key.split(' ')[1]} ***`
}

function asItIs(value: string): string {
  return value
}

/** A keyed hash is of no use to a reader. */
function hide(): string {
  return '***'
}
