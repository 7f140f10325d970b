import { formatTrialName, planTrials, runCampaign } from './service/campaign.ts'
import type { Proof } from '../proof.ts'

const KILLS_PER_PHASE = { full: 20, reduced: 1 }

/** `kill -9` at named places and by the clock, during upload, parse and delivery. */
export const killsProof: Proof = {
  name: 'kills',
  promise: 'A process that is killed loses nothing, does nothing twice, and leaves nothing behind',
  tries: 'kills',
  prove: async (trial) => {
    const results = await runCampaign(planTrials(trial.of(KILLS_PER_PHASE)))
    for (const { trial: kill, lost, doubled, stuck } of results) {
      trial.tried()
      for (const line of lost) trial.found('lost', `${formatTrialName(kill)}: ${line}`)
      for (const line of doubled) trial.found('doubled', `${formatTrialName(kill)}: ${line}`)
      for (const line of stuck) trial.found('broken', `${formatTrialName(kill)}: ${line} is stuck`)
    }
  },
}
