import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameField, showChange } from './changes.ts'

test('a change of the audit log is words and amounts of the field', () => {
  assert.equal(nameField('rightToReceive'), 'Right to receive')
  assert.equal(nameField('company.0.start_date'), 'Company 0 start date')
  assert.equal(showChange('rightToReceive', 1_775_000), '17,750.00')
  assert.equal(showChange('factorRate', 1.42), '1.42')
  assert.equal(showChange('status', 'paid_off'), 'Paid off')
  assert.equal(showChange('reason', 'See Mr. Lee'), 'See Mr. Lee')
  assert.equal(showChange('notes', null), '\u2013')
})
