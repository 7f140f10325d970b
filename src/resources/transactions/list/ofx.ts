import type { PresentTransaction } from '../present.ts'

/** TRNTYPE by how the money moved (OFX 2.2 section 11.4.4.3); the sign decides about the others. */
const TYPES: Readonly<Record<string, string>> = {
  check: 'CHECK',
  cash: 'CASH',
  transfer: 'XFER',
  fee: 'FEE',
  interest: 'INT',
  ach: 'DIRECTDEBIT',
}
/** Lengths that OFX allows. */
const NAME_LENGTH = 32
const MEMO_LENGTH = 255
const ACCOUNT_LENGTH = 22

/**
 * Rows as an OFX 2 file, one statement for each account and currency, in the order of the rows.
 * Accounts go by their id, since rows know no number. Yields a part for each statement and row.
 */
export function* formatOfx(rows: readonly PresentTransaction[]): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  yield '<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n'
  yield '<OFX><BANKMSGSRSV1>\n'
  const statements = Map.groupBy(rows, ({ accountId, currency }) => `${accountId} ${currency}`)
  for (const own of statements.values()) yield* formatStatement(own)
  yield '</BANKMSGSRSV1></OFX>\n'
}

function* formatStatement(rows: readonly PresentTransaction[]): Generator<string> {
  const first = rows[0]!
  const last = rows.at(-1)!
  const account = first.accountId.replaceAll('-', '').slice(0, ACCOUNT_LENGTH)
  yield `<STMTTRNRS><STMTRS><CURDEF>${first.currency}</CURDEF>`
  yield `<BANKACCTFROM><ACCTID>${account}</ACCTID></BANKACCTFROM>\n`
  yield `<BANKTRANLIST><DTSTART>${toDate(first)}</DTSTART><DTEND>${toDate(last)}</DTEND>\n`
  for (const row of rows) yield formatRow(row)
  yield '</BANKTRANLIST>'
  if (last.balance !== null) {
    yield `<LEDGERBAL><BALAMT>${last.balance}</BALAMT><DTASOF>${toDate(last)}</DTASOF></LEDGERBAL>`
  }
  yield '</STMTRS></STMTTRNRS>\n'
}

function formatRow(row: PresentTransaction): string {
  const { id, amount, checkNumber, merchantName, description } = row
  const bySign = amount < 0 ? 'DEBIT' : 'CREDIT'
  const channel = String(row.type)
  const type = channel === 'ach' && amount >= 0 ? 'DIRECTDEP' : (TYPES[channel] ?? bySign)
  const number = checkNumber === null ? '' : `<CHECKNUM>${toText(checkNumber, 12)}</CHECKNUM>`
  return (
    `<STMTTRN><TRNTYPE>${type}</TRNTYPE><DTPOSTED>${toDate(row)}</DTPOSTED>` +
    `<TRNAMT>${amount}</TRNAMT><FITID>${id}</FITID>${number}` +
    `<NAME>${toText(merchantName ?? description, NAME_LENGTH)}</NAME>` +
    `<MEMO>${toText(description, MEMO_LENGTH)}</MEMO></STMTTRN>\n`
  )
}

function toDate({ date }: PresentTransaction): string {
  return date.replaceAll('-', '')
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A text of at most so many characters, without what XML cannot hold. */
function toText(text: string, length: number): string {
  const clean = text.toWellFormed().replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
  return clean
    .slice(0, length)
    .toWellFormed()
    .replace(/[&<>]/g, (sign) => ENTITIES[sign]!)
}
