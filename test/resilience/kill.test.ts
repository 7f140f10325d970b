import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameOf, planTrials, runCampaign } from './campaign.ts'

/** One of each; the full form, twenty kills of each phase, is `npm run resilience`. */
const KILLS_PER_PHASE = 1

const TIMEOUT_MS = 300_000

test(
  'kill -9 in upload, parse or delivery loses and doubles nothing',
  { timeout: TIMEOUT_MS },
  async (t) => {
    const results = await runCampaign(planTrials(KILLS_PER_PHASE))
    for (const { trial, lost, doubled, stuck } of results) {
      assert.deepEqual(
        { lost, doubled, stuck },
        { lost: [], doubled: [], stuck: [] },
        nameOf(trial),
      )
    }
    t.diagnostic(`${results.length} kills survived`)
  },
)
