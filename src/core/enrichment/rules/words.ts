import { MCC_RANGES } from '../data/mcc.ts'
import { getMatches, wordsIn, type MatchOf } from '../descriptor/reading.ts'
import { toRuleCandidate, type CategoryCandidate, type Context, type Row } from '../row.ts'
import {
  CONFIDENCE,
  hasLegalForm,
  isUnexplainedCredit,
  reconcileCandidate,
  signAgrees,
} from './candidates.ts'
import { providerSlug } from './provider-category.ts'

/**
 * Leaves whose words outweigh any merchant in the same descriptor: PAYROLL from an airline is
 * wages, ATM WITHDRAWAL at a shop is cash. The number is how many words are needed.
 */
const KINDS: Readonly<Record<string, number>> = {
  'revenue.salary': 1,
  'revenue.commission': 1,
  'revenue.cash_deposit': 2,
  'revenue.insurance_claims': 1,
  'revenue.freight_settlement': 2,
  'income.asset_sale': 2,
  'income.rewards': 2,
  'income.dividend': 1,
  'income.pension': 1,
  'income.grant': 1,
  'transfers.atm_withdrawal': 2,
  'taxes.property': 2,
  'expenses.franchise_fees': 2,
  'expenses.child_support': 2,
  'income.tax_refund': 1,
  'income.government_benefit': 2,
  'debt.sba_proceeds': 2,
  'debt.card_cash_advance': 2,
  'equity.owner_contribution': 2,
  'equity.owner_draw': 2,
  'equity.owner_loan': 2,
  'equity.distribution': 2,
  'taxes.installment_plan': 2,
  'transfers.affiliate': 1,
  'transfers.overdraft_protection': 2,
  'transfers.sweep': 2,
  'returns.bank_adjustment': 2,
  'returns.returned_deposit': 2,
  'returns.returned_debit': 2,
  'returns.reversal': 2,
  'revenue.rental': 2,
  'expenses.memberships_dues': 2,
}

/**
 * Words of a purpose that holds whoever is named: a donation, work by contract, lost property, or a
 * machine to pay at (UPT, unattended payment terminal), whose operators are car parks.
 */
const PURPOSES = /^(?:DONATION|DONATE|SUBCONTRACT|UNCLAIMED|ESCHEAT|AGENT COMM|AGT COMM|UPT$)/

/** The kind of payment that the words name, before any merchant counts. */
export function fromKinds(row: Row, context: Context): CategoryCandidate | null {
  const match = getMatches(row.reading, 'cue').find(
    (cue) =>
      isKind(cue, row) && signAgrees(cue.value.slug, row.isInflow) && !isUncountedCash(cue, row),
  )
  if (!match) return fromCashCouriers(row)
  const { slug, phrase } = match.value
  return reconcileCandidate(toRuleCandidate(slug, CONFIDENCE.cue, `cue:${phrase}`), row, context)
}

function isKind(cue: MatchOf<'cue'>, row: Row): boolean {
  const { slug, phrase } = cue.value
  if (cue.end - cue.start >= (KINDS[slug] ?? Infinity) || PURPOSES.test(phrase)) return true
  return isReversedEntry(cue, row) || isPaidBack(cue, row)
}

/** `ZELLE SENT MARISOL VANCE REFUND CATERING DEPOSIT`: she is paid back, no caterer is paid. */
function isPaidBack({ value }: MatchOf<'cue'>, { isInflow, channel }: Row): boolean {
  return !isInflow && channel === 'p2p' && value.slug === 'revenue.customer_refund'
}

/** REVERSAL is the entry description by which ACH rules take an entry back. */
function isReversedEntry({ value }: MatchOf<'cue'>, { reading }: Row): boolean {
  return value.phrase === 'REVERSAL' && reading.wordings.has('ach')
}

/** `SMART SAFE PROVISIONAL CREDIT`: cash that a courier has taken is credited before its count. */
function isUncountedCash({ value }: MatchOf<'cue'>, { isInflow, reading }: Row): boolean {
  return isInflow && value.phrase.startsWith('PROV') && reading.wordings.has('cash_courier')
}

function fromCashCouriers({ isInflow, reading }: Row): CategoryCandidate | null {
  const cue = getMatches(reading, 'cue').find(({ value }) => value.phrase.startsWith('PROV'))
  if (!isInflow || !cue || !reading.wordings.has('cash_courier')) return null
  return toRuleCandidate('revenue.cash_deposit', CONFIDENCE.cue, `cue:${cue.value.phrase}`)
}

export function fromCues(row: Row, context: Context): CategoryCandidate | null {
  const cues = getMatches(row.reading, 'cue')
  if (cues.length === 0) return null
  const match = pickCue(
    cues.filter(({ value }) => signAgrees(value.slug, row.isInflow) && !isOfChannel(value, row)),
  )
  if (!match) return null
  const { slug, phrase } = match.value
  return reconcileCandidate(toRuleCandidate(slug, CONFIDENCE.cue, `cue:${phrase}`), row, context)
}

/** Behind `BANKCARD SYS CHARGEBK` stands the company that sold, whose trade is not bought. */
const DISPUTED = 'revenue.chargeback'

/** Taxes of one thing, whose words say more than the name of an authority. */
const DUTIES = new Set(['taxes.payroll', 'taxes.sales'])

/** The longest phrase, else the last word: names end in what the company does. */
function pickCue(matches: readonly MatchOf<'cue'>[]): MatchOf<'cue'> | null {
  const hasPurpose = matches.some(({ value }) => TRANSFER_PURPOSES.test(value.slug))
  const specific = matches.filter(
    ({ start, end, value }) =>
      !GENERIC_LEAVES.has(value.slug) ||
      (value.slug === OWN_ACCOUNT && end - start > 1 && !hasPurpose) ||
      (value.slug === 'taxes.other' && end - start > 1 && !value.phrase.startsWith('TAX')),
  )
  const candidates = specific.length > 0 ? specific : matches
  const disputed = specific.find(({ value }) => value.slug === DISPUTED)
  if (disputed) return disputed
  const duty = specific.find(({ value }) => DUTIES.has(value.slug))
  if (duty && candidates.every(({ value }) => value.slug.startsWith('taxes.'))) return duty
  const phrase = candidates.find(
    ({ start, end, value }) => end - start > 1 && !value.phrase.endsWith(' OF'),
  )
  const named = candidates.filter(({ value }) => !value.phrase.endsWith(' OF'))
  const rest = named.length > 0 ? named : candidates
  return phrase ?? rest.toSorted((left, right) => right.end - left.end)[0] ?? null
}

/** The last weak cue of the row, where no stronger evidence is found. */
export function fromWeakCues(row: Row, context: Context): CategoryCandidate | null {
  if (row.channel === 'p2p' || row.party.looksLikePerson) return null
  if (row.channel === 'wire' && !(row.party.name && hasLegalForm(row.party.words))) return null
  const agreeingCues = getMatches(row.reading, 'weak_cue').filter(
    (cue) =>
      signAgrees(cue.value.slug, row.isInflow) &&
      !isOfWire(cue, row) &&
      !(row.isInflow && row.reading.wordings.has('card')),
  )
  const match = agreeingCues.toSorted((left, right) => right.end - left.end)[0]
  if (!match) return null
  const { slug, phrase } = match.value
  const candidate = toRuleCandidate(slug, CONFIDENCE.weakCue, `weak_cue:${phrase}`)
  return reconcileCandidate(candidate, row, context)
}

/** The ONLINE of `ONLINE DOMESTIC WIRE`, and a legal form, say nothing of the one who is paid. */
function isOfWire({ value, start, end }: MatchOf<'weak_cue'>, row: Row): boolean {
  if (row.channel !== 'wire') return false
  const words = wordsIn(row.reading).slice(start, end)
  return hasLegalForm([value.phrase]) || !words.every((word) => row.party.words.includes(word))
}

const OWN_ACCOUNT = 'transfers.external_own'

/** What money is moved for between own accounts; it says more than ONLINE TRANSFER. */
const TRANSFER_PURPOSES =
  /^(?:equity\.|transfers\.(?:affiliate|savings|sweep|overdraft_protection)$|debt\.(?:loc_|loan_payment))/

/** Purposes that people write into the memo of a transfer or a wire, whoever is named. */
const MEMO_PURPOSES =
  /^(?:equity\.|income\.legal_settlement$|debt\.loc_|transfers\.(?:affiliate|savings|sweep)$)/

/** Purposes that a memo may give where the line has nothing better. */
const MEMO_COSTS = new Set([
  'expenses.rent',
  'expenses.payroll',
  'expenses.contractors',
  'cogs.subcontractors',
  'revenue.customer_refund',
])

/**
 * The purpose that the memo states, where it outweighs the words of the transfer; of an advance it
 * may only confirm what the name of the other side suggests.
 */
export function fromMemo(row: Row, context: Context): CategoryCandidate | null {
  const isFinancier = row.reading.wordings.has('funding')
  return findMemo(row, context, ({ slug }) => {
    return MEMO_PURPOSES.test(slug) || (isFinancier && ADVANCES.test(slug))
  })
}

const ADVANCES = /^debt\.(?:mca|reverse_consolidation)_/

/** Income that a payer names in the note of a payment. */
const MEMO_INCOME = new Set(['revenue.rental', 'revenue.commission', 'revenue.subscription'])

/** The cost or the income that the memo states, where the line names only its channel. */
export function fromMemoCosts(row: Row, context: Context): CategoryCandidate | null {
  const meant = row.isInflow ? MEMO_INCOME : MEMO_COSTS
  return findMemo(row, context, ({ slug, phrase }) => meant.has(slug) || isRetainer(phrase))
}

/** `REF: RETAINER MATTER 26-0419`: what lawyers take in advance, whatever else they are called. */
function isRetainer(phrase: string): boolean {
  return /\bRETAINER\b/.test(phrase)
}

function findMemo(
  row: Row,
  context: Context,
  isMeant: (cue: MatchOf<'cue'>['value']) => boolean,
): CategoryCandidate | null {
  const match = row.reading.memoCues.find(
    ({ value }) => isMeant(value) && signAgrees(value.slug, row.isInflow),
  )
  if (!match) return null
  const { slug, phrase } = match.value
  return reconcileCandidate(toRuleCandidate(slug, CONFIDENCE.memo, `memo:${phrase}`), row, context)
}

/** Leaves that count only when no other cue matches. */
const GENERIC_LEAVES = new Set([
  'revenue.ach_customer',
  'revenue.sales',
  OWN_ACCOUNT,
  'taxes.other',
])

/** XFER does not name an own account where the channel is P2P or a wire. */
function isOfChannel({ slug, phrase }: MatchOf<'cue'>['value'], row: Row): boolean {
  const { channel, reading } = row
  if (slug === DISPUTED && NO_CARDS.has(channel)) return true
  if (SAVINGS.has(phrase)) return channel !== 'transfer' || wordsIn(reading).includes('BANK')
  const isBetweenBanks = channel === 'p2p' || channel === 'wire' || reading.wordings.has('instant')
  return isBetweenBanks && OWN_TRANSFERS.has(slug)
}

/** One word that names the own savings on a transfer alone: DIME SAVINGS is a bank. */
const SAVINGS = new Set(['SAVINGS', 'SVGS'])

/** Ways to pay by which no sale by card is disputed: a lawyer's DISPUTE is one of law. */
const NO_CARDS = new Set<Row['channel']>(['p2p', 'wire', 'check'])

const OWN_TRANSFERS = new Set([
  'transfers.external_own',
  'transfers.cash_withdrawal',
  'expenses.telecom_internet',
  'returns.bank_adjustment',
])

/** A cue against its sign, where nothing else matches: an incoming cost is a refund. */
export function fromContradiction(row: Row, context: Context): CategoryCandidate | null {
  for (const { value } of getMatches(row.reading, 'cue')) {
    const { slug, phrase } = value
    if (row.channel === 'p2p' || isUnexplainedCredit(row, slug)) continue
    const given = toRuleCandidate(slug, CONFIDENCE.contradiction, `contradiction:${phrase}`)
    const found = reconcileCandidate(given, row, context)
    if (found) return found
  }
  return null
}

export function fromMcc(row: Row, context: Context): CategoryCandidate | null {
  if (row.tx.mccCode === null) return null
  const mcc = Number(row.tx.mccCode)
  const range = MCC_RANGES.find(({ from, to }) => mcc >= from && mcc <= to)
  const slug = range && (row.isInflow ? (range.in ?? range.out) : range.out)
  if (!slug) return null
  const isLegal = slug === 'expenses.licenses_permits' && row.reading.wordings.has('legal_order')
  const leaf = isLegal ? 'debt.garnishment_levy' : slug
  return reconcileCandidate(toRuleCandidate(leaf, 0.75, `mcc:${mcc}`), row, context)
}

export function fromProvider(row: Row, context: Context): CategoryCandidate | null {
  const given = row.tx.providerCategory
  const slug = given === null ? null : providerSlug(given, row.isInflow)
  return slug
    ? reconcileCandidate(
        { slug, confidence: 0.65, source: 'provider', ruleId: `provider:${given}` },
        row,
        context,
      )
    : null
}
