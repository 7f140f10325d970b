import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRows } from '../../values/rows/rows.ts'
import { text } from '../../values/rows/cells.ts'
import { listedMerchants } from '../registry/open.ts'

test('every merchant of several trades is a merchant of the registries', () => {
  const names = new Set(listedMerchants().map(({ name }) => name))
  const rows = readRows(
    new URL('several-trades.csv', import.meta.url),
    { merchant: text, sign: text, trades: text },
    ['merchant', 'sign'],
  )
  const unknown = rows.filter(({ merchant }) => !names.has(merchant))
  assert.deepEqual(
    unknown.map(({ merchant }) => merchant),
    [],
  )
})
