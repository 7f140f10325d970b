import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeList, type JudgedDescriptor } from '../../../fixtures/descriptors/judge.ts'
import { HELD_OUT, STUDIED } from '../../../fixtures/descriptors/index.ts'
import { alone, bareRow } from '../../../fixtures/labelled.ts'
import { CATEGORIES, getFamily } from '../values/categories.ts'
import { enrich } from './enrich.ts'

/** The one leaf that takes two rows. */
const PAIRED = 'transfers.internal'

const studied = judgeList(STUDIED)
const heldOut = judgeList(HELD_OUT)

function isExact({ truth, assigned }: JudgedDescriptor): boolean {
  return truth === assigned.slug
}

function computeShare(
  judged: readonly JudgedDescriptor[],
  isRight: (one: JudgedDescriptor) => boolean,
): number {
  return judged.filter(isRight).length / judged.length
}

test('every leaf but one is reached by two descriptors or more', () => {
  const missing = CATEGORIES.filter(({ slug }) => slug !== PAIRED).filter(
    ({ slug }) => studied.filter((one) => one.truth === slug && isExact(one)).length < 2,
  )
  assert.deepEqual(
    missing.map(({ slug }) => slug),
    [],
  )
})

test('the leaf of internal transfers is reached by the two sides of one', () => {
  const out = bareRow('ONLINE TRANSFER TO CHK XXXX4410', -500_000, 0)
  const into = bareRow('ONLINE TRANSFER FROM CHK XXXX8812', 500_000, 1)
  const { transactions } = enrich(alone([out, { ...into, accountId: 'savings' }]))
  assert.deepEqual(
    transactions.map(({ categories }) => categories[0]!.slug),
    [PAIRED, PAIRED],
  )
})

test('descriptors that were studied stay right', () => {
  assert.ok(computeShare(studied, isExact) >= 0.98, String(computeShare(studied, isExact)))
})

test('held-out descriptors are right as often as promised', () => {
  const family = computeShare(
    heldOut,
    ({ truth, assigned }) => getFamily(truth) === getFamily(assigned.slug),
  )
  assert.ok(computeShare(heldOut, isExact) >= 0.95, String(computeShare(heldOut, isExact)))
  assert.ok(family >= 0.97, String(family))
})
