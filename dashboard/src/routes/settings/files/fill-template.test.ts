import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillTemplate } from './fill-template.ts'

test('variables stand as their examples, and an unknown one stays to be seen', () => {
  const variables = [{ name: 'bank', example: 'Chase' }]
  assert.equal(
    fillTemplate('{{bank | upper}} {{ bank }} {{month}}', variables),
    'Chase Chase {{month}}',
  )
})
