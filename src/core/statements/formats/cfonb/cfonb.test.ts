import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cfonb } from '../../../../../test/export-files.ts'
import { isCfonb, isTable } from '../../sniff.ts'
import type { TabularReading } from '../tabular.ts'
import { readCfonb } from './cfonb.ts'

/** A record of the documented shape: its code, its day, what stands between, its amount. */
function record(code: string, day: string, rest: string): string {
  return `${code}30004    00418EUR2 00012345678  ${day}${rest}`.padEnd(120)
}

function movement(day: string, label: string, amount: string): string {
  return record('04', day, `  ${day}${label.padEnd(31)}  0000001  ${amount}`)
}

const FILE = [
  record('01', '310726', `${' '.repeat(50)}0000000125000{`),
  movement('030826', 'PRLV SEPA ENERGIE BEAUCE', '0000000004125}'),
  record('05', '030826', '     LIBFACTURE 2201'),
  record('05', '030826', '     RCNREF0001'),
  movement('150826', 'VIR CLIENT DUBOIS', '0000000018121A'),
  record('07', '310826', `${' '.repeat(50)}0000000138996A`),
].join('\r\n')

function read(text: string): TabularReading {
  return readCfonb(new TextEncoder().encode(text), { filename: 'a.cfo' })
}

test('an account of CFONB 120 is read with its words, signs and edges', () => {
  const { statements, problems } = read(FILE)
  const [statement] = statements
  assert.deepEqual(problems, [])
  assert.deepEqual(
    statement!.rows.map(({ date, amount, description }) => [date, amount, description]),
    [
      ['2026-08-03', -41_250, 'PRLV SEPA ENERGIE BEAUCE FACTURE 2201'],
      ['2026-08-15', 181_211, 'VIR CLIENT DUBOIS'],
    ],
  )
  assert.deepEqual(
    [statement!.currency, statement!.accountLast4, statement!.startDate, statement!.endDate],
    ['EUR', '5678', '2026-07-31', '2026-08-31'],
  )
  assert.deepEqual([statement!.openingBalance, statement!.closingBalance], [1_250_000, 1_389_961])
})

test('what tests write of CFONB 120 is read back, and no table is taken for it', () => {
  const rows = [{ date: '2025-03-03', amount: -12_007, text: 'LOYER BUREAU' }]
  const text = cfonb({ account: 'FR7630004004180001234567843', opening: -5000, rows })
  assert.ok(isCfonb(new TextEncoder().encode(text)) && isCfonb(new TextEncoder().encode(FILE)))
  const [statement] = read(text).statements
  assert.deepEqual([statement!.openingBalance, statement!.closingBalance], [-5000, -17_007])
  const table = new TextEncoder().encode('01;04;07\n2026-01-02;5,00;Pain\n')
  assert.ok(isTable(table) && !isCfonb(table))
})

test('a broken movement and a file that is cut short are said', () => {
  const codes = (text: string): string[] => read(text).problems.map(({ code }) => code)
  assert.deepEqual(codes(FILE.replace('018121A', '018121Z')), ['invalid_row'])
  assert.deepEqual(codes(FILE.split('\r\n').slice(0, 5).join('\r\n')), ['truncated_statement'])
})

test('no bytes make the reader throw', () => {
  for (let length = 0; length < FILE.length; length += 7) read(FILE.slice(0, length))
  assert.equal(read('').failure?.code, 'no_transactions')
})
