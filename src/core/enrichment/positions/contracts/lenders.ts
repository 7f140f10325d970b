import type { Classified } from '../../rules/classified.ts'
import { getLeafProduct } from '../../data/funder-types.ts'
import { getMatches } from '../../descriptor/reading.ts'
import type { Row } from '../../row.ts'
import type { Contract } from './contract.ts'
import { funderContracts } from './funders.ts'
import { sharesParty, squeezeName } from './same-party.ts'

/** Payments that make a contract where nothing but their category speaks of a debt. */
const MIN_PAYMENTS = 3
/** Products whose payments a person must confirm while no registry lists the party (P2). */
const TO_CONFIRM = 'mca'

/** The rows of debt of a lender that no registry lists. */
interface LenderRows {
  product: string
  debits: Row[]
}

/**
 * The contracts of lenders that no registry lists, by the category of their payments: a vehicle
 * loan, a mortgage, a line at the own bank. `taken` are rows of other contracts.
 */
export function lenderContracts(
  classified: readonly Classified[],
  taken: ReadonlySet<Row>,
): Contract[] {
  const open = classified.filter((one) => isOpen(one, taken))
  const lenders = [...groupByLender(open).values()].filter(
    ({ debits }) => new Set(debits.map(({ day }) => day)).size >= MIN_PAYMENTS,
  )
  const credits = open.filter(({ row }) => row.isInflow)
  return lenders.flatMap((lender) => {
    const { product, debits } = lender
    const own = credits.filter((credit) => isOwnAdvance(credit, lender, lenders))
    const rows = { match: null, debits, credits: own.map(({ row }) => row), product }
    const isStated = product !== TO_CONFIRM || debits.every(isCorrected)
    return funderContracts(rows).map((contract) => ({ ...contract, product, isStated }))
  })
}

function isOpen({ row, funder, slug, partner }: Classified, taken: ReadonlySet<Row>): boolean {
  if (funder || taken.has(row) || row.tx.isPending || row.tx.isDuplicate) return false
  return getLeafProduct(slug) !== null || (partner?.isUndone ?? false)
}

/** Debits by account, product and party; a payment that came back belongs to those that did not. */
function groupByLender(open: readonly Classified[]): Map<string, LenderRows> {
  const lenders = new Map<string, LenderRows>()
  const debits = open.filter(({ row }) => !row.isInflow)
  for (const { row, slug } of debits) {
    const product = getLeafProduct(slug)
    const key = buildLenderKey(row)
    if (product !== null && !lenders.has(key)) lenders.set(key, { product, debits: [] })
  }
  for (const { row } of debits) lenders.get(buildLenderKey(row))?.debits.push(row)
  for (const lender of lenders.values()) lender.debits.sort((left, right) => left.day - right.day)
  return lenders
}

function buildLenderKey({ tx, party, reading }: Row): string {
  const merchant = getMatches(reading, 'merchant')[0]?.value.merchant.id
  return `${tx.accountId}|${merchant ?? squeezeName(party.name ?? reading.groupKey)}`
}

/** Money of the same party, or of the one lender of its product. */
function isOwnAdvance(
  { row, slug }: Classified,
  lender: LenderRows,
  lenders: readonly LenderRows[],
): boolean {
  const [first] = lender.debits
  if (getLeafProduct(slug) !== lender.product || row.tx.accountId !== first!.tx.accountId)
    return false
  const ofProduct = lenders.filter(({ product }) => product === lender.product)
  return ofProduct.length === 1 || sharesParty(row, first!)
}

function isCorrected({ tx }: Row): boolean {
  return tx.override?.category !== undefined
}
