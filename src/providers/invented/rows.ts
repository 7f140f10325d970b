/** A row of a business that nobody has, before it takes a provider's shape. */
export interface InventedRow {
  id: string
  date: string
  /** Inflow positive. */
  amountCents: number
  description: string
  category: string
}

const DAYS = 180
const DAY_MS = 86_400_000
const MONDAY = 1

/**
 * Half a year of a restaurant that repays one advance, up to the day before; the same rows for the
 * same item and day.
 */
export function inventRows(itemId: string, nowMs: number): InventedRow[] {
  const today = Math.floor(nowMs / DAY_MS)
  const draw = createDraw(itemId)
  return Array.from({ length: DAYS }, (_, index) => today - DAYS + index).flatMap((day) =>
    inventDay(itemId, new Date(day * DAY_MS), draw),
  )
}

type Happening = readonly [description: string, amountCents: number, category: string]

function inventDay(itemId: string, at: Date, draw: () => number): InventedRow[] {
  const date = at.toISOString().slice(0, 10)
  return [...listHappenings(at, draw)].map(([description, amountCents, category], index) => ({
    id: `${itemId}-${date}-${index + 1}`,
    date,
    amountCents: Math.round(amountCents),
    description,
    category,
  }))
}

function* listHappenings(at: Date, draw: () => number): Generator<Happening> {
  const [weekday, day] = [at.getUTCDay(), at.getUTCDate()]
  const isWorkday = weekday >= MONDAY && weekday <= 5
  if (isWorkday) yield ['SQUARE INC SQ DEPOSIT', 90_000 + draw() * 140_000, 'INCOME_OTHER_INCOME']
  if (isWorkday) yield ['RAPIDCAP FUNDING ACH DEBIT', -24_900, 'LOAN_PAYMENTS_OTHER_PAYMENT']
  if (weekday === 2) yield ['SYSCO FOODS PORTLAND', -(60_000 + draw() * 45_000), 'GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE'] // prettier-ignore
  if (weekday === 5 && day % 14 < 7) yield ['GUSTO PAYROLL', -(420_000 + draw() * 30_000), 'GENERAL_SERVICES_OTHER_GENERAL_SERVICES'] // prettier-ignore
  if (day === 1) yield ['HARBOR PROPERTIES RENT', -450_000, 'RENT_AND_UTILITIES_RENT']
  if (day === 12) yield ['PACIFIC POWER BILL', -(38_000 + draw() * 9_000), 'RENT_AND_UTILITIES_GAS_AND_ELECTRICITY'] // prettier-ignore
}

/** Numbers from 0 to 1 the same for the same text (mulberry32). */
function createDraw(text: string): () => number {
  let state = [...text].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) >>> 0, 7)
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
