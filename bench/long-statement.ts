import PDFDocument from 'pdfkit'

const ROWS_PER_PAGE = 50
const LINE = 13

/** A statement of so many rows with a balance behind each, fifty to a page. */
export async function printLongStatement(rowCount: number): Promise<Uint8Array> {
  const document = new PDFDocument({ size: 'LETTER', margin: 0, autoFirstPage: false })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const isDone = new Promise((resolve) => document.on('end', resolve))
  let balance = 5_000_000
  const put = (y: number, cells: readonly (readonly [number, string])[]): void => {
    for (const [x, text] of cells) document.text(text, x, y, { lineBreak: false })
  }
  for (let at = 0; at < rowCount; at += 1) {
    const line = at % ROWS_PER_PAGE
    if (line === 0) {
      document.addPage().font('Helvetica').fontSize(9)
      if (at === 0) {
        put(30, [[40, 'Meridian Ridge Bank    Business Checking    Account Number 22871056']])
        put(43, [[40, 'Statement period 01/01/2026 to 12/31/2026']])
        put(56, [[40, `Beginning balance   ${money(balance)}`]])
      }
      put(75, [[40, 'Date'], [110, 'Description'], [430, 'Amount'], [510, 'Balance']]) // prettier-ignore
    }
    const cents = ((at * 7919) % 90_000) + 101
    const amount = at % 3 === 0 ? cents * 2 : -cents
    balance += amount
    const day = new Date(Date.UTC(2026, 0, 1 + Math.floor((at * 365) / rowCount)))
    const [year, month, date] = day.toISOString().slice(0, 10).split('-')
    put(90 + line * LINE, [
      [40, `${month}/${date}/${year}`],
      [110, `POS PURCHASE STORE ${1000 + (at % 977)} NORTHGATE`],
      [430, money(amount)],
      [510, money(balance)],
    ])
  }
  put(90 + ROWS_PER_PAGE * LINE, [[40, `Ending balance   ${money(balance)}`]])
  document.end()
  await isDone
  return Buffer.concat(chunks)
}

function money(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
}
