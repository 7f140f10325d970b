import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addRow, isComplete, listFaults } from './mapping.ts'

const ROW = {
  source: 'submission.name',
  target_object: 'deals',
  target_field: 'dealname',
  direction: 'push',
  transform: null,
  overwrite: 'always',
}

test('a field that gets two values or is not in the CRM is named before it is saved', () => {
  const remote = { objects: [{ object: 'deals', fields: [{ name: 'dealname' }] }] }
  assert.deepEqual(listFaults([ROW], remote), [])
  assert.deepEqual(listFaults([ROW, ROW], remote), ['deals.dealname gets two values.'])
  assert.deepEqual(listFaults([{ ...ROW, target_field: 'grade' }], remote), [
    'deals has no field grade yet.',
  ])
  assert.deepEqual(listFaults([{ ...ROW, target_field: 'grade' }], undefined), [])
})

test('a new row is of the object of the last one, and has to be filled in', () => {
  const crm = { config: { object_configs: [{ object: 'companies' }] } }
  assert.equal(addRow([], crm)[0]!.target_object, 'companies')
  assert.equal(addRow([ROW], crm).at(-1)!.target_object, 'deals')
  assert.equal(isComplete(addRow([ROW], crm).at(-1)!), false)
})
