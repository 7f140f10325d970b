import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  DIRECTIONS as ALL_DIRECTIONS,
  OVERWRITES as ALL_OVERWRITES,
} from '../../../../../src/core/crm/mapping.ts'
import { TRANSFORMS as ALL_TRANSFORMS } from '../../../../../src/core/crm/transforms.ts'
import { addRow, DIRECTIONS, isComplete, listFaults, OVERWRITES, TRANSFORMS } from './mapping.ts'

const ROW = {
  source: 'submission.name',
  target_object: 'deals',
  target_field: 'dealname',
  direction: 'push',
  transform: null,
  overwrite: 'always',
}

test('every choice of the service can be made in the map, and no other', () => {
  const given = [TRANSFORMS, DIRECTIONS, OVERWRITES].map((list) =>
    list.map(([value]) => value).filter((value) => value !== ''),
  )
  const known = [ALL_TRANSFORMS, ALL_DIRECTIONS, ALL_OVERWRITES]
  assert.deepEqual(
    given.map((one) => one.toSorted()),
    known.map((one) => [...one].toSorted()),
  )
})

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
