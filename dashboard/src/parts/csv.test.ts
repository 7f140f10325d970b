import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCsv, formatRecords } from './csv.ts'

test('a file names its encoding, and no cell breaks a row or a column', () => {
  const rows = [
    ['name', 'note'],
    ['a, b', 'says "no"\nand more'],
  ]
  assert.equal(formatCsv(rows), '\uFEFFname,note\r\n"a, b","says ""no""\nand more"\r\n')
})

test('a text that a spreadsheet would compute stays a text, and a number a number', () => {
  assert.equal(formatCsv([['=1+1', -4.5, null, undefined, true]]), "\uFEFF'=1+1,-4.5,,,true\r\n")
})

test('records of different fields share one head, and what is not plain is left out', () => {
  const records = [
    { id: 'a', tags: ['x', 'y'], data: { deep: 1 } },
    { id: 'b', amount: -4.5 },
  ]
  assert.equal(formatRecords(records), '\uFEFFid,tags,amount\r\na,x y,\r\nb,,-4.5\r\n')
})
