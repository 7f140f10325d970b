import { writeXlsx } from 'hucre/xlsx'
import { compoundFile } from './compound-file.ts'

/** A booked row of an export that a test writes; amounts in cents, inflow positive. */
export interface ExportRow {
  date: string
  amount: number
  text: string
}

/** The statement around the rows. */
export interface ExportStatement {
  account: string
  opening: number
  rows: readonly ExportRow[]
}

/** What the rows leave in the account. */
export function computeClosing({ opening, rows }: ExportStatement): number {
  return rows.reduce((sum, { amount }) => sum + amount, opening)
}

/** A SWIFT MT940 message in euros. */
export function mt940(statement: ExportStatement): string {
  const { account, opening, rows } = statement
  const days = rows.map(({ date }) => date).sort()
  const entries = rows.flatMap(({ date, amount, text }) => [
    `:61:${compact(date)}${date.slice(5, 7)}${date.slice(8)}${side(amount)}${comma(amount)}NTRFNONREF//B1`,
    `:86:${text}`,
  ])
  const balance = (cents: number, day: string) => `${side(cents)}${compact(day)}EUR${comma(cents)}`
  const lines = [
    ':20:STARTUMS',
    `:25:${account}`,
    ':28C:1/1',
    `:60F:${balance(opening, days[0] ?? '2025-01-01')}`,
    ...entries,
    `:62F:${balance(computeClosing(statement), days.at(-1) ?? '2025-01-31')}`,
    '-',
  ]
  return `${lines.join('\r\n')}\r\n`
}

/** A camt.053 document in euros; `more` goes behind the entries. */
export function camt(statement: ExportStatement, more = ''): string {
  const { account, opening, rows } = statement
  const days = rows.map(({ date }) => date).sort()
  const money = (cents: number, currency = 'EUR') =>
    `<Amt Ccy="${currency}">${dotted(cents)}</Amt><CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`
  const balance = (type: string, cents: number, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>${money(cents)}<Dt><Dt>${day}</Dt></Dt></Bal>`
  const entries = rows.map(
    ({ date, amount, text }) =>
      `<Ntry>${money(amount)}<Sts>BOOK</Sts><BookgDt><Dt>${date}</Dt></BookgDt>` +
      `<NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>',
    `<Acct><Id><IBAN>${account}</IBAN></Id><Ccy>EUR</Ccy></Acct>`,
    balance('OPBD', opening, days[0] ?? '2025-01-01'),
    balance('CLBD', computeClosing(statement), days.at(-1) ?? '2025-01-31'),
    ...entries,
    `${more}</Stmt></BkToCstmrStmt></Document>`,
  ].join('')
}

/** A file of Norma 43 in euros, of an account of twenty digits without those that check it. */
export function norma43(statement: ExportStatement): string {
  const { opening, rows } = statement
  const account = statement.account.replace(/\D/g, '').padStart(18, '0').slice(-18)
  const days = rows.map(({ date }) => compact(date)).sort()
  const side = (cents: number): string => (cents < 0 ? '1' : '2')
  const digits = (cents: number): string => String(Math.abs(cents)).padStart(14, '0')
  const sums = [
    rows.filter(({ amount }) => amount < 0),
    rows.filter(({ amount }) => amount >= 0),
  ].map(
    (own) =>
      String(own.length).padStart(5, '0') +
      digits(own.reduce((sum, { amount }) => sum + amount, 0)),
  )
  const closing = computeClosing(statement)
  const movements = rows.flatMap(({ date, amount, text }) => [
    `22    0418${compact(date)}${compact(date)}12409${side(amount)}${digits(amount)}${'0'.repeat(10)}`.padEnd(
      80,
    ),
    `2301${text}`.padEnd(80),
  ])
  const period = `${days[0] ?? '250101'}${days.at(-1) ?? '250131'}`
  return [
    `11${account}${period}${side(opening)}${digits(opening)}9783TALLERES EJEMPLO SL`.padEnd(80),
    ...movements,
    `33${account}${sums.join('')}${side(closing)}${digits(closing)}978`.padEnd(80),
    `88${'9'.repeat(18)}${String(rows.length * 2 + 2).padStart(6, '0')}`.padEnd(80),
    '',
  ].join('\n')
}

/** A file of CFONB 120 in euros. */
export function cfonb(statement: ExportStatement): string {
  const { opening, rows } = statement
  const account = statement.account.replace(/\D/g, '').slice(-11).padStart(11, '0')
  const day = (date: string): string => `${date.slice(8)}${date.slice(5, 7)}${date.slice(2, 4)}`
  const days = rows.map(({ date }) => date).sort()
  const amount = (cents: number): string => {
    const digits = String(Math.abs(cents)).padStart(14, '0')
    return digits.slice(0, 13) + (cents < 0 ? '}JKLMNOPQR' : '{ABCDEFGHI')[Number(digits[13])]!
  }
  const record = ([code, date]: [string, string], text: string, cents: number): string =>
    `${code}30004    00418EUR2 ${account}  ${day(date)}${text.padEnd(50)}${amount(cents)}`.padEnd(
      120,
    )
  const movements = rows.map(({ date, amount: cents, text }) =>
    record(['04', date], `  ${day(date)}${text}`, cents),
  )
  return [
    record(['01', days[0] ?? '2025-01-01'], '', opening),
    ...movements,
    record(['07', days.at(-1) ?? '2025-01-31'], '', computeClosing(statement)),
    '',
  ].join('\n')
}

/** A file of Quicken, which names neither the account nor a balance. */
export function qif(statement: ExportStatement): string {
  const records = statement.rows.map(({ date, amount, text }) => {
    const [year, month, day] = date.split('-')
    return [`D${month}/${day}'${year!.slice(2)}`, `T${(amount / 100).toFixed(2)}`, `P${text}`, '^']
  })
  return ['!Type:Bank', ...records.flat(), ''].join('\n')
}

/** A BAI2 file in dollars with a group for each day and right control totals. */
export function bai2(statement: ExportStatement): string {
  const byDay = Map.groupBy(statement.rows, ({ date }) => date)
  let balance = statement.opening
  const days = [...byDay].sort(([left], [right]) => left.localeCompare(right))
  const groups = days.map(([day, rows]) => {
    const opening = balance
    balance += rows.reduce((sum, { amount }) => sum + amount, 0)
    return bai2Group(statement.account, { day, rows, opening, closing: balance })
  })
  const total = groups.reduce((sum, group) => sum + group.total, 0)
  const lines = groups.flatMap((group) => group.lines)
  return [
    '01,021000021,ACME,250131,0600,1,,,2/',
    ...lines,
    `99,${total},${groups.length},${lines.length + 2}/`,
    '',
  ].join('\n')
}

function bai2Group(
  account: string,
  day: { day: string; rows: readonly ExportRow[]; opening: number; closing: number },
): { lines: string[]; total: number } {
  const { rows, opening, closing } = day
  const details = rows.map(({ amount, text }) => {
    const code = amount < 0 ? '475' : '165'
    return `16,${code},${Math.abs(amount)},Z,BANKREF,1001,${text}`
  })
  const total = opening + closing + rows.reduce((sum, { amount }) => sum + Math.abs(amount), 0)
  const lines = [
    `02,ACME,021000021,1,${compact(day.day)},,USD,2/`,
    `03,${account},,010,${opening},,/`,
    `88,015,${closing},,/`,
    ...details,
    `49,${total},${details.length + 3}/`,
  ]
  return { lines: [...lines, `98,${total},1,${lines.length + 1}/`], total }
}

/** A workbook since 2007 with a title, a table with dates and numbers, and a total. */
export async function xlsx({ rows }: ExportStatement): Promise<Uint8Array> {
  const table = rows.map(({ date, amount, text }) => [
    new Date(`${date}T00:00:00Z`),
    text,
    amount / 100,
  ])
  const total = rows.reduce((sum, { amount }) => sum + amount, 0) / 100
  const cells = [
    ['Account activity'],
    [],
    ['Date', 'Description', 'Amount (USD)'],
    ...table,
    ['', 'Total', total],
  ]
  return writeXlsx({ sheets: [{ name: 'Activity', rows: cells }] })
}

/** A workbook of 1997 to 2003 (BIFF8): texts, numbers, and days as serial numbers. */
export function xls({ rows }: ExportStatement): Uint8Array {
  const table = rows.map(({ date, amount, text }) => [serial(date), text, amount / 100])
  return compoundFile('Workbook', biff8([['Date', 'Description', 'Amount (USD)'], ...table]))
}

/** The records of one sheet; texts as LABEL (0x0204), numbers as NUMBER (0x0203). */
function biff8(rows: readonly (readonly (string | number)[])[]): Uint8Array {
  const begin = (type: number) => record(0x0809, words(0x0600, type, 0, 0, 0, 0, 0, 0))
  const end = record(0x000a, Buffer.alloc(0))
  const cells = rows.flatMap((row, at) => row.map((cell, column) => biffCell(at, column, cell)))
  const globals = begin(0x0005)
  const name = Buffer.from('Sheet1', 'latin1')
  const place = globals.length + 4 + 8 + name.length + end.length
  const position = Buffer.alloc(6)
  position.writeUInt32LE(place, 0)
  const sheet = record(0x0085, Buffer.concat([position, Buffer.from([name.length, 0]), name]))
  return Buffer.concat([globals, sheet, end, begin(0x0010), ...cells, end])
}

function biffCell(row: number, column: number, cell: string | number): Buffer {
  const place = words(row, column, 0)
  if (typeof cell === 'number') {
    const number = Buffer.alloc(8)
    number.writeDoubleLE(cell, 0)
    return record(0x0203, Buffer.concat([place, number]))
  }
  const text = Buffer.from(cell, 'latin1')
  return record(0x0204, Buffer.concat([place, words(text.length), Buffer.from([0]), text]))
}

function record(id: number, data: Buffer): Buffer {
  return Buffer.concat([words(id, data.length), data])
}

function words(...numbers: number[]): Buffer {
  return Buffer.from(new Uint16Array(numbers).buffer)
}

function serial(date: string): number {
  return Date.parse(date) / 86_400_000 + 25_569
}

/** A list of objects as exports have it. */
export function json({ rows }: ExportStatement): string {
  const transactions = rows.map(({ date, amount, text }) => ({
    date,
    amount: amount / 100,
    currency: 'USD',
    description: text,
  }))
  return JSON.stringify({ transactions }, null, 2)
}

function side(cents: number): 'C' | 'D' {
  return cents < 0 ? 'D' : 'C'
}

function comma(cents: number): string {
  return dotted(cents).replace('.', ',')
}

function dotted(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function compact(date: string): string {
  return date.slice(2).replaceAll('-', '')
}
