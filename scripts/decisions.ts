// `npm run decisions [-- --deals=200]`: what a lender decides, over HTTP on a copy of the service: the
// demo deal against a policy of twelve rules, the same policy on generated deals when one of its
// thresholds moves, and the funders that would take the deal, each with the offer it could make.
import { parseArgs } from 'node:util'
import { openDesk } from './decisions/desk.ts'
import { fillPast, printBacktest } from './decisions/past.ts'
import { printMatches } from './decisions/funders.ts'
import { publishPolicy, printEvaluation } from './decisions/policy.ts'

const { values } = parseArgs({ options: { deals: { type: 'string', default: '200' } } })
const desk = await openDesk()
try {
  const policy = await publishPolicy(desk)
  const submissionId = await desk.sendDemoDeal()
  await printEvaluation(desk, submissionId)
  await fillPast(desk, Number(values.deals))
  await printBacktest(desk, policy)
  await printMatches(desk, submissionId)
} finally {
  await desk.close()
}
