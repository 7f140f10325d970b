import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printField, readField } from './field-values.ts'

test('a field is shown and taken by the type that its class has', () => {
  assert.equal(printField(21430.55, 'money'), '21,430.55')
  assert.equal(printField('2025-10-30', 'date'), '30 Oct 2025')
  assert.deepEqual([printField(false, 'boolean'), printField(null, 'money')], ['no', '–'])
  assert.deepEqual(
    [readField('Yes', 'boolean'), readField('perhaps', 'boolean')],
    [true, undefined],
  )
  assert.deepEqual([readField('1,200', 'integer'), readField('many', 'integer')], [1200, undefined])
  assert.equal(readField('12-3456789', 'string'), '12-3456789')
  assert.deepEqual([readField('', 'money'), readField('', 'date')], [null, null])
})
