import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCsv } from './csv.ts'

test('rows of different fields share one head, and what is not plain is left out', () => {
  const rows = [
    { id: 'a', tags: ['x', 'y'], data: { deep: 1 } },
    { id: 'b', amount: -4.5 },
  ]
  assert.equal(toCsv(rows), 'id,tags,amount\r\na,x y,\r\nb,,-4.5\r\n')
})

test('a text that a spreadsheet would compute stays a text', () => {
  assert.equal(toCsv([{ name: '=1+1', note: 'a "b", c' }]), 'name,note\r\n\'=1+1,"a ""b"", c"\r\n')
})
