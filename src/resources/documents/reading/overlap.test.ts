import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findTwins } from '../statements/twins.ts'
import { findCopies } from './overlap.ts'
import type { OverlapRow } from './store.ts'

function row(id: string, documentId: string, quality = 0): OverlapRow {
  return {
    id,
    documentId,
    statementId: documentId,
    quality,
    source: documentId === 'export' ? 'csv' : 'pdf',
    accountId: 'a',
    date: '2025-07-31',
    amount: -450,
    description: 'Coffee  #12',
    isDuplicate: false,
  }
}

describe('overlapping statements', () => {
  test('a row that two documents print counts once, from the better reconciled one', () => {
    assert.deepEqual([...findCopies([row('1', 'pdf', 0), row('2', 'export', 2)])], [['2', '1']])
    assert.deepEqual([...findCopies([row('1', 'pdf', 3), row('2', 'export', 0)])], [['1', '2']])
  })

  test('two equal rows of one document are two transactions', () => {
    assert.equal(findCopies([row('1', 'pdf'), row('2', 'pdf')]).size, 0)
  })

  test('rows are matched one to one: a third purchase that only one document prints stays', () => {
    const twins = findCopies([
      row('1', 'pdf'),
      row('2', 'pdf'),
      row('3', 'export', 2),
      row('4', 'export', 2),
      row('5', 'export', 2),
    ])
    assert.deepEqual(
      [...twins],
      [
        ['3', '1'],
        ['4', '2'],
      ],
    )
  })

  function worded(id: string, documentId: string, fields: Partial<OverlapRow>): OverlapRow {
    return { ...row(id, documentId, documentId === 'export' ? 2 : 0), ...fields }
  }

  test('a row that an export words and dates otherwise counts once, as printed', () => {
    const rows = [
      worded('1', 'pdf', { date: '2025-07-01', amount: 100, description: 'First of month' }),
      worded('2', 'pdf', { description: 'CARD PURCHASE 07/30 BLUE FIG COFFEE DURHAM NC' }),
      worded('3', 'pdf', { amount: -99, description: 'Check 1021' }),
      worded('4', 'export', { date: '2025-07-01', amount: 7, description: 'Interest' }),
      worded('5', 'export', { date: '2025-07-30', description: 'Blue Fig Coffee' }),
      worded('6', 'export', { date: '2025-07-28', amount: -99, description: 'Paper item' }),
      worded('7', 'export', { date: '2025-07-31', amount: 8, description: 'Interest' }),
    ]
    assert.deepEqual(Object.fromEntries(findCopies(rows)), { 5: '2', 6: '3' })
  })

  test('equal payments on days that only one of the two covers are two payments', () => {
    const daily = { amount: -289, description: 'FORWARD FINANCING DAILY' }
    const rows = [
      worded('1', 'pdf', { ...daily, date: '2025-07-30' }),
      worded('2', 'pdf', { ...daily, date: '2025-07-31' }),
      worded('3', 'export', { ...daily, date: '2025-08-01', description: 'Forward Financing' }),
      worded('4', 'export', { ...daily, date: '2025-08-04', description: 'Forward Financing' }),
    ]
    assert.deepEqual([...findCopies(rows)], [])
  })

  test('an export’s row stands for neither of two alike that could both be it', () => {
    const other = { date: '2025-07-01', amount: 5, description: 'Edge' }
    const rows = [
      worded('1', 'pdf', { date: '2025-07-27', description: 'Alpha' }),
      worded('2', 'pdf', { date: '2025-07-31', description: 'Beta' }),
      worded('3', 'export', { date: '2025-07-29', description: 'Gamma' }),
      worded('4', 'export', { ...other }),
      worded('5', 'export', { ...other, date: '2025-07-31', amount: 6 }),
    ]
    assert.deepEqual([...findCopies(rows)], [])
  })

  test('a statement in another layout and account repeats row by row, whatever its words', () => {
    const rows = [
      worded('1', 'pdf', { amount: 100 }),
      worded('2', 'pdf', { amount: 100, description: 'Sale' }),
      worded('3', 'other', { amount: 100, description: 'DEPOSIT', accountId: 'b' }),
      worded('4', 'other', { amount: 100, description: 'DEPOSIT', accountId: 'b' }),
    ]
    assert.deepEqual(
      [...findCopies(rows, new Map([['other', 'pdf']]))],
      [
        ['3', '1'],
        ['4', '2'],
      ],
    )
    assert.deepEqual([...findCopies(rows)], [])
  })

  test('statements of two names with the same rows are one; of one document they are two', () => {
    const twin = (id: string, documentId: string, content: string | null = 'same') => ({
      id,
      documentId,
      key: id,
      content,
      quality: 0,
    })
    const { copies, repeats } = findTwins([twin('s', 'd'), twin('t', 'e'), twin('u', 'f', null)])
    assert.deepEqual([[...copies], [...repeats]], [[['t', 's']], [['t', 's']]])
    assert.equal(findTwins([twin('s', 'd'), twin('t', 'd')]).copies.size, 0)
  })
})
