// `npm run resilience [-- kills per phase]`: kills the service with SIGKILL during upload, parse and
// delivery, and counts what is lost, doubled or stuck afterwards. Fails when anything is.
import { nameOf, planTrials, runCampaign, type TrialResult } from '../test/resilience/campaign.ts'

const KILLS_PER_PHASE = 20

const results = await runCampaign(planTrials(Number(process.argv[2] ?? KILLS_PER_PHASE)), print)
const phases = Map.groupBy(results, ({ trial }) => trial.phase)
console.table(Object.fromEntries([...phases].map(([phase, of]) => [phase, count(of)])))
process.exitCode = results.every(({ hasSurvived }) => hasSurvived) ? 0 : 1

function print({ trial, hasSurvived, lost, doubled, stuck }: TrialResult): void {
  console.log(`${hasSurvived ? '✔' : '✖'} ${nameOf(trial)}`)
  const findings = { lost, doubled, stuck }
  for (const [kind, lines] of Object.entries(findings)) {
    for (const line of lines) console.log(`    ${kind}: ${line}`)
  }
}

function count(of: readonly TrialResult[]): Record<string, number> {
  return {
    tried: of.length,
    survived: of.filter(({ hasSurvived }) => hasSurvived).length,
    lost: of.reduce((sum, { lost }) => sum + lost.length, 0),
    doubled: of.reduce((sum, { doubled }) => sum + doubled.length, 0),
    stuck: of.reduce((sum, { stuck }) => sum + stuck.length, 0),
  }
}
