import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LedgerRow } from './row.ts'
import { fromBytes, toBytes } from './bytes.ts'
import { createPacker, packRows } from './pack.ts'
import { indexRows } from './row-index.ts'
import { TableRow, type RowTable } from './row-table.ts'

const PLAIN: LedgerRow = {
  id: 'b',
  accountId: 'checking',
  date: '2025-03-02',
  amount: -1250,
  currency: 'USD',
  balance: null,
  description: 'CAFÉ “ÉTOILE” 🥐',
  normalizedDescription: 'CAFE ETOILE',
  isPending: false,
  isDuplicate: false,
  override: null,
  channel: 'card',
  flags: ['weekend'],
  feeKind: null,
  isRevenue: false,
  exclusionReason: null,
  isRecurring: false,
  positionId: null,
  positionRole: null,
  funderId: null,
  needsReview: false,
  categories: [{ slug: 'expenses.meals', name: 'Meals' }],
  merchantName: 'Café Étoile',
  merchantId: 'm1',
  counterparty: { name: 'CAFE', type: 'merchant' },
  matchedTransactionId: null,
}

const LATER = { ...PLAIN, id: 'c', date: '2025-03-03', balance: -0.5, matchedTransactionId: 'b' }
const EARLIER: LedgerRow = {
  ...PLAIN,
  id: 'a',
  date: '2024-12-31',
  description: '',
  override: { isRevenue: true },
}

function listRows(table: RowTable): object[] {
  const names = Object.keys(PLAIN) as (keyof LedgerRow)[]
  return Array.from({ length: table.size }, (_, at) => {
    const row = new TableRow(table, at)
    return Object.fromEntries(names.map((name) => [name, row[name]]))
  })
}

test('rows come out of a table and of its bytes as they went in, by day', () => {
  const table = packRows([PLAIN, LATER, EARLIER])
  assert.deepEqual(listRows(table), [EARLIER, PLAIN, LATER])
  const bytes = toBytes(table)
  assert.deepEqual(listRows(fromBytes(bytes)), [EARLIER, PLAIN, LATER])
  const shifted = new Uint8Array(bytes.length + 3)
  shifted.set(bytes, 3)
  assert.deepEqual(listRows(fromBytes(shifted.subarray(3))), [EARLIER, PLAIN, LATER])
  assert.equal(fromBytes(toBytes(packRows([]))).size, 0)
})

test('within a day rows stand by their position, and those of one position by id', () => {
  const packer = createPacker()
  packer.add([
    { ...PLAIN, id: 'z', position: 1 },
    { ...PLAIN, id: 'y', position: 2 },
  ])
  packer.add([{ ...PLAIN, id: 'x', position: 2 }])
  const rows = listRows(packer.finish()) as LedgerRow[]
  assert.deepEqual(
    rows.map(({ id }) => id),
    ['z', 'x', 'y'],
  )
})

test('a row that another belongs with is nothing where it is not in the table', () => {
  const [row] = listRows(packRows([LATER])) as LedgerRow[]
  assert.equal(row!.matchedTransactionId, null)
})

test('every row is found by its id, whatever other ids end alike', () => {
  const rows = Array.from({ length: 300 }, (_, at) => ({
    ...PLAIN,
    id: `${at} of the same ending`,
  }))
  const { id: ids } = packRows(rows)
  const index = indexRows(ids, Uint32Array.from(rows.keys()))
  rows.forEach(({ id }, at) => assert.equal(index.find(id), at))
  assert.equal(index.find('300 of the same ending'), null)
  assert.equal(indexRows(ids, Uint32Array.of(7)).find('8 of the same ending'), null)
  assert.equal(indexRows(ids, new Uint32Array()).find('a'), null)
})
