import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isOfx } from '../../sniff.ts'
import { readOfx } from './ofx.ts'
import type { TabularReading } from '../tabular.ts'

const HINTS = { filename: 'export.ofx' }

function read(text: string): TabularReading {
  return readOfx(new TextEncoder().encode(text), HINTS)
}

/** A checking account of an OFX 1 file whose elements are not closed. */
function sgml(transactions: string, more = ''): string {
  return `OFXHEADER:100\nDATA:OFXSGML\nENCODING:USASCII\nCHARSET:1252\n
<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>
<CURDEF>USD<BANKACCTFROM><BANKID>021000021<ACCTID>12345678<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20240801<DTEND>20240831120000[-5:EST]${transactions}</BANKTRANLIST>${more}
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
}

function transaction(fields: string): string {
  return `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20240813<TRNAMT>-4.50<FITID>1${fields}</STMTTRN>`
}

test('unclosed elements of OFX 1 and closed ones of OFX 2 read alike', () => {
  const open = sgml(transaction('<NAME>Coffee'))
  const closed = open.replace(/<(\w+)>([^<\n]+)/g, '<$1>$2</$1>')
  for (const text of [open, closed]) {
    const [statement] = read(text).statements
    assert.deepEqual(
      [
        statement!.accountNumber,
        statement!.accountType,
        statement!.routingNumber,
        statement!.currency,
      ],
      ['12345678', 'checking', '021000021', 'USD'],
    )
    assert.deepEqual([statement!.startDate, statement!.endDate], ['2024-08-01', '2024-08-31'])
    const [row] = statement!.rows
    assert.deepEqual([row!.date, row!.amount, row!.description], ['2024-08-13', -450, 'Coffee'])
    assert.deepEqual([row!.externalId, row!.bankType, row!.isPending], ['1', 'DEBIT', false])
  }
})

test('transactions with the same bank id are different transactions', () => {
  const reading = read(sgml(transaction('<NAME>A') + transaction('<NAME>B')))
  assert.deepEqual(
    reading.statements[0]!.rows.map((row) => row.description),
    ['A', 'B'],
  )
})

test('a description joins name and memo, and names only once what both say', () => {
  const describe = (fields: string) =>
    read(sgml(transaction(fields))).statements[0]!.rows[0]!.description
  assert.equal(describe('<NAME>ACME<MEMO>Invoice 12'), 'ACME Invoice 12')
  assert.equal(describe('<NAME>ACME INVO<MEMO>ACME INVOICE 12'), 'ACME INVOICE 12')
  assert.equal(describe('<MEMO>Only memo'), 'Only memo')
  assert.equal(describe('<CHECKNUM>12'), '')
})

test('entities of OFX are expanded, no others', () => {
  const reading = read(sgml(transaction('<NAME>A &amp; B&nbsp;&#39;C&#x27; &lt; &xxe; & <5')))
  assert.equal(reading.statements[0]!.rows[0]!.description, "A & B 'C' < &xxe; & <5")
})

test('a document type is refused', () => {
  const reading = read(`<!DOCTYPE ofx [<!ENTITY a "b">]>${sgml(transaction(''))}`)
  assert.equal(reading.failure!.code, 'corrupt_file')
})

test('text in a CDATA section is text, and a comment is none', () => {
  const reading = read(sgml(transaction('<NAME><![CDATA[A <B> & C]]></NAME><!-- <MEMO>no -->')))
  assert.equal(reading.statements[0]!.rows[0]!.description, 'A <B> & C')
})

test('transactions that an unmatched closing tag puts outside their list still count', () => {
  const reading = read(sgml(`${transaction('<NAME>A')}</BANKTRANLIST>${transaction('<NAME>B')}`))
  assert.equal(reading.statements[0]!.rows.length, 2)
})

test('a card statement owes what its ledger balance is below zero', () => {
  const text = `<OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS>
<CURDEF>USD<CCACCTFROM><ACCTID>4111111111111234</CCACCTFROM>
<BANKTRANLIST>${transaction('<NAME>Store')}</BANKTRANLIST>
<LEDGERBAL><BALAMT>-562.00<DTASOF>20240831</LEDGERBAL></CCSTMTRS></CCSTMTTRNRS>
</CREDITCARDMSGSRSV1></OFX>`
  const [statement] = read(text).statements
  assert.deepEqual([statement!.accountType, statement!.closingBalance], ['credit_card', 56200])
  assert.deepEqual([statement!.rows[0]!.amount, statement!.startDate], [-450, null])
})

test('a ledger balance of another day than the end is taken and said so', () => {
  const ledger = '<LEDGERBAL><BALAMT>100.00<DTASOF>20240915</LEDGERBAL>'
  const [statement] = read(sgml('', ledger)).statements
  assert.equal(statement!.closingBalance, 10000)
  assert.match(statement!.choices.join(), /2024-09-15/)
})

test('a start before 2001 and a span of decades are no statement period', () => {
  for (const start of ['20000101', '19700101', '20050101']) {
    const [statement] = read(sgml('').replace('20240801', start)).statements
    assert.deepEqual([statement!.startDate, statement!.endDate], [null, null])
  }
})

test('pending transactions are read and marked', () => {
  const pending = `<BANKTRANLISTP><STMTTRNP><TRNTYPE>DEBIT<DTTRAN>20240830
<TRNAMT>-9.00<NAME>Hotel</STMTTRNP></BANKTRANLISTP>`
  const [statement] = read(sgml(transaction('<NAME>A'), pending)).statements
  assert.deepEqual(
    statement!.rows.map((row) => row.isPending),
    [false, true],
  )
})

test('an amount in another currency keeps it, an amount already converted does not', () => {
  const foreign = (tag: string) => transaction(`<${tag}><CURRATE>1.1<CURSYM>EUR</${tag}>`)
  const currency = (tag: string) => read(sgml(foreign(tag))).statements[0]!.rows[0]!.currency
  assert.deepEqual([currency('CURRENCY'), currency('ORIGCURRENCY')], ['EUR', 'USD'])
})

test('a transaction without a date or amount is reported and the others are kept', () => {
  const broken = '<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>2024<TRNAMT>-1.00</STMTTRN>'
  const reading = read(sgml(transaction('<NAME>A') + broken + transaction('<NAME>B')))
  assert.equal(reading.statements[0]!.rows.length, 2)
  assert.deepEqual(
    reading.problems.map((problem) => [problem.code, problem.where]),
    [['invalid_row', 'transaction 2 of account 5678']],
  )
})

test('a file without a statement fails with what the bank says', () => {
  const text =
    '<OFX><SONRS><STATUS><CODE>15500<SEVERITY>ERROR<MESSAGE>Sign-on failed</STATUS></SONRS></OFX>'
  const { failure } = read(text)
  assert.equal(failure!.code, 'no_transactions')
  assert.match(failure!.message, /Sign-on failed/)
})

test('no text makes the reader throw', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<OFX>',
      '<STMTRS>',
      '</STMTRS>',
      '<STMTTRN>',
      '<TRNAMT>',
      '-1,5',
      '<DTPOSTED>20240801',
      '<',
      '<![CDATA[',
      '<!--',
      '&#1114112;',
    ),
    fc.string({ maxLength: 6 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      read(pieces.join(''))
    }),
    { numRuns: 300 },
  )
})

test('a QuickBooks file of OFX 2 is read as any other', () => {
  const body = sgml(transaction('<NAME>Coffee'))
    .replace(/<(\w+)>([^<\n]+)/g, '<$1>$2</$1>')
    .replace(
      /^OFXHEADER[\s\S]*?<OFX>/,
      '<OFX><SIGNONMSGSRSV1><SONRS><INTU.BID>3000</INTU.BID></SONRS></SIGNONMSGSRSV1>',
    )
  const head =
    '<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE"?>\n'
  const bytes = new TextEncoder().encode(head + body)
  assert.ok(isOfx(bytes))
  const [statement] = readOfx(bytes, { filename: 'a.qbo' }).statements
  assert.deepEqual(
    statement!.rows.map(({ amount, description }) => [amount, description]),
    [[-450, 'Coffee']],
  )
})
