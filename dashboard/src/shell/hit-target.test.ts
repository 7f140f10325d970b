import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SearchQueryResult } from '../../../clients/typescript/src/index.ts'
import { toHitTarget } from './hit-target.ts'

const HIT = { id: 'x', submission_id: 'd' } as SearchQueryResult

test('a row opens in its deal, a merchant in the list, a deal by itself', () => {
  assert.deepEqual(toHitTarget({ ...HIT, type: 'transaction' }).search, { ids: 'x' })
  assert.deepEqual(toHitTarget({ ...HIT, type: 'merchant' }).search, { open: 'x' })
  const { to, params } = toHitTarget({ ...HIT, type: 'submission', submission_id: null })
  assert.deepEqual([to, params.id], ['/deals/$id', 'x'])
})
