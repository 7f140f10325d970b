import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeScopes, listAreas } from './scope-list.ts'

test('nobody is offered what they do not hold', () => {
  const areas = listAreas((scope) => scope === 'usage:read')
  assert.deepEqual(areas, [{ area: 'usage', label: 'Usage', scopes: ['usage:read'] }])
})

test('scopes read as areas, with what is only read', () => {
  assert.equal(describeScopes(['*']), 'Everything')
  const scopes = ['submissions:read', 'submissions:write', 'usage:read', 'pii:read']
  assert.equal(describeScopes(scopes), 'Deals, Usage (read), Tax numbers in full')
})
