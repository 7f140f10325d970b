import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseText, readValue, toChange } from './setting-values.ts'

const DAYS = { key: 'retention_days', part: 'events', label: '', kind: 'number' } as const
const SETTINGS = { retention_days: { events: 30, documents: 90 }, timezone: 'UTC' }

test('a part of a setting changes without the others', () => {
  assert.equal(readValue(SETTINGS, DAYS), 30)
  assert.deepEqual(toChange(SETTINGS, DAYS, null), {
    retention_days: { events: null, documents: 90 },
  })
  const zone = { key: 'timezone', label: '', kind: 'text' } as const
  assert.deepEqual(toChange(SETTINGS, zone, 'America/New_York'), { timezone: 'America/New_York' })
})

test('texts are numbers, lists or nothing as their setting wants them', () => {
  assert.equal(parseText('number', '1,500'), 1500)
  assert.equal(parseText('number', ' '), null)
  assert.deepEqual(parseText('lines', 'a@x.example\n b@x.example,'), ['a@x.example', 'b@x.example'])
  assert.deepEqual(parseText('lines', ''), [])
})
