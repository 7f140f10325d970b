interface Row {
  amount: number
  balance: number | null
}

const NEIGHBORS = 1
/** Where no balance is printed beside the rows, so many are shown. */
const SHOWN_MAX = 40
const CENT = 0.005

/** The rows where a printed balance does not follow from the one before, with those around them. */
export function listDoubted<T extends Row>(rows: readonly T[]): readonly T[] {
  const breaks = rows.flatMap((row, index) => {
    const before = rows[index - 1]?.balance ?? null
    if (before === null || row.balance === null) return []
    return Math.abs(before + row.amount - row.balance) > CENT ? [index] : []
  })
  if (breaks.length === 0) return rows.slice(0, SHOWN_MAX)
  return rows.filter((_, index) => breaks.some((at) => Math.abs(at - index) <= NEIGHBORS))
}
