import assert from 'node:assert/strict'
import { test } from 'node:test'
import { norma43 } from '../../../../../test/export-files.ts'
import { isNorma43, isTable } from '../../sniff.ts'
import type { TabularReading } from '../tabular.ts'
import { readNorma43 } from './norma43.ts'

/** As the documented shape has it: an account with two movements, one of them of two texts. */
const FILE = [
  '112100041802000513322606012606302000000012500009783TALLERES EJEMPLO SL',
  '22    0418260603260603124091000000000412500000000000                            ',
  '2301RECIBO COMUNIDAD DE PROPIETARIOS      CALLE MAYOR 4                         ',
  '2302JUNIO',
  '22    0418260615260616020052000000001812100000000000                            ',
  '2301TRANSFERENCIA DE CLIENTE              FACTURA 2201                          ',
  '3321000418020005133200001000000000412500000100000000181210200000001389960978',
  `88${'9'.repeat(18)}000007`,
].join('\r\n')

function read(text: string): TabularReading {
  return readNorma43(new TextEncoder().encode(text), { filename: 'a.n43' })
}

test('an account of Norma 43 is read with its words, its edges and its printed sums', () => {
  const { statements, problems } = read(FILE)
  const [statement] = statements
  assert.deepEqual(problems, [])
  assert.deepEqual(
    statement!.rows.map(({ date, amount, description }) => [date, amount, description]),
    [
      ['2026-06-03', -41250, 'RECIBO COMUNIDAD DE PROPIETARIOS CALLE MAYOR 4 JUNIO'],
      ['2026-06-15', 181210, 'TRANSFERENCIA DE CLIENTE FACTURA 2201'],
    ],
  )
  assert.deepEqual(
    [statement!.currency, statement!.accountLast4, statement!.startDate, statement!.endDate],
    ['EUR', '1332', '2026-06-01', '2026-06-30'],
  )
  assert.deepEqual([statement!.openingBalance, statement!.closingBalance], [1250000, 1389960])
  assert.deepEqual(statement!.printedTotals, {
    debitsCount: 1,
    debits: 41250,
    creditsCount: 1,
    credits: 181210,
  })
})

test('what tests write of Norma 43 is read back, and no table is taken for it', () => {
  const rows = [{ date: '2025-03-03', amount: -12_000, text: 'OFFICE RENT' }]
  const text = norma43({ account: '210004180200051332', opening: -5000, rows })
  assert.ok(isNorma43(new TextEncoder().encode(text)) && isNorma43(new TextEncoder().encode(FILE)))
  const [statement] = read(text).statements
  assert.deepEqual([statement!.openingBalance, statement!.closingBalance], [-5000, -17_000])
  const table = new TextEncoder().encode('11;22;33\n2026-01-02;5,00;Pan\n')
  assert.ok(isTable(table) && !isNorma43(table))
})

test('a broken movement and a file that is cut short are said', () => {
  const codes = (text: string): string[] => read(text).problems.map(({ code }) => code)
  assert.deepEqual(codes(FILE.replace('260603260603', '269903260603')), ['invalid_row'])
  assert.deepEqual(codes(FILE.split('\r\n').slice(0, 4).join('\r\n')), ['truncated_statement'])
})

test('no bytes make the reader throw', () => {
  for (let length = 0; length < FILE.length; length += 7) read(FILE.slice(0, length))
  assert.equal(read('').failure?.code, 'no_transactions')
})
