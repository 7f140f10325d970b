import { demoDeal, longDeal } from '../fixtures/deal.ts'

/** Files of one deal, with how many rows they have. */
export interface FiledDeal {
  name: string
  files: readonly { filename: string; bytes: Uint8Array }[]
  rowsCount: number
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)
const WORDS = ['SQUARE INC DEPOSIT', 'HOME DEPOT', 'ACH DEBIT COMCAST', 'SYSCO FOODS', 'CHECK']
const DAYS = 28

/** Twelve exported months, each with so many rows and a running balance. */
export function buildTables(rows: number): FiledDeal {
  const files = MONTHS.map((month) => ({
    filename: `${month}.csv`,
    bytes: Buffer.from(printMonth(month, rows)),
  }))
  return { name: `12 × ${rows} rows`, files, rowsCount: MONTHS.length * rows }
}

function printMonth(month: number, rows: number): string {
  const lines = ['Date,Description,Amount,Balance']
  let balance = 50_000 + month * 7
  for (let index = 0; index < rows; index += 1) {
    const day = 1 + Math.floor((index * DAYS) / rows)
    const amount = index % 5 === 0 ? 400 + ((index * 7 + month) % 300) : -(20 + ((index * 3) % 180))
    balance += amount
    const date = `2025-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    lines.push(`${date},${WORDS[index % 5]} ${month}${index},${amount}.00,${balance}.00`)
  }
  return lines.join('\n')
}

/** Six or twelve statements as PDFs. */
export async function printStatements(count: 6 | 12): Promise<FiledDeal> {
  const { name, files, truth } = await (count === 6 ? demoDeal() : longDeal())
  const rowsCount = truth.statements.reduce((sum, { rows }) => sum + rows.length, 0)
  return { name, files, rowsCount }
}
