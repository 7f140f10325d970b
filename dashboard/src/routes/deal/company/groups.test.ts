import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SubmissionAttributeValue } from '../../../../../clients/typescript/src/index.ts'
import { groupEntities, showValue } from './groups.ts'

const value = (name: string, entity_index: number, status: string) =>
  ({ entity: { name, label: name }, entity_index, status }) as SubmissionAttributeValue

describe('what is known of a business', () => {
  const values = [
    value('company', 0, 'resolved'),
    value('company', 0, 'missing'),
    value('owner', 0, 'resolved'),
    value('owner', 1, 'conflict'),
    value('debt', 0, 'resolved'),
  ]

  test('stands by entity, several of a kind counted, without what is not known', () => {
    const shown = groupEntities(values, false).map((group) => [group.title, group.values.length])
    assert.deepEqual(shown, [
      ['company', 1],
      ['owner 1', 1],
      ['owner 2', 1],
    ])
    assert.equal(groupEntities(values, true)[0]!.values.length, 2)
  })

  test('is shown by its type', () => {
    assert.equal(showValue('2019-03-01', 'date'), '1 Mar 2019')
    assert.equal(showValue(60_000, 'money'), '60,000.00')
    assert.equal(
      showValue({ street: '1 Pier Rd', city: 'Tampa', geo: null }, 'object'),
      '1 Pier Rd, Tampa',
    )
    assert.equal(showValue(null, 'string'), '\u2013')
  })
})
