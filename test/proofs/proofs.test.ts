import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whyNotLong } from '../long.ts'
import { PROOFS } from './index.ts'
import { Trial } from './proof.ts'

/** Printed with what it found; `npm run prove -- <name> --seed=<seed>` repeats it in full. */
const SEED = 1

for (const { name, promise, tries, isLong, prove } of PROOFS) {
  const skip = isLong !== undefined && whyNotLong()
  test(`${name}: ${promise}`, { skip }, async (t) => {
    const trial = new Trial('reduced', SEED)
    await prove(trial)
    t.diagnostic(`${trial.counts.tried} ${tries}`)
    assert.deepEqual(trial.faults, [])
    assert.ok(trial.counts.tried > 0, 'nothing was tried')
  })
}
