import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameOf, planTrials, runCampaign } from './campaign.ts'

/** The full form, twenty kills of each phase, is `npm run resilience`. */
const KILLS_PER_PHASE = 3

test('kill -9 during upload, parse and delivery loses, doubles and leaves behind nothing', async (t) => {
  const results = await runCampaign(planTrials(KILLS_PER_PHASE))
  for (const { trial, lost, doubled, stuck } of results) {
    assert.deepEqual({ lost, doubled, stuck }, { lost: [], doubled: [], stuck: [] }, nameOf(trial))
  }
  t.diagnostic(`${results.length} kills survived`)
})
