import type { Route } from '../../../src/platform/route.ts'
import {
  changeMatched,
  changePair,
  changeTogether,
  changeWhileActing,
  changeWhileDeleted,
  listActions,
  makeSubject,
  type Found,
  type Subject,
} from '../../contract/at-once.ts'
import { CHANGING } from '../../contract/edits.ts'
import { callerFor } from '../../contract/walk.ts'
import type { TestHouse, TestTenant } from '../../context.ts'
import type { Proof, Trial } from '../proof.ts'
import { inHouse } from '../stage.ts'

const PAIRS = { full: 40, reduced: 2 }
const CALLERS = { full: 20, reduced: 6 }
const ROUTES_REDUCED = 5

/** Callers that change one object at the same time, by every route that changes one. */
export const lostUpdatesProof: Proof = {
  name: 'lost-updates',
  promise: 'A change that was acknowledged is kept, however many callers change the same object',
  tries: 'changes at the same time',
  prove: (trial) =>
    inHouse(async (house) => {
      const tenant = await house.tenant()
      for (const declared of trial.some(CHANGING, ROUTES_REDUCED)) {
        await proveRoute(trial, { house, tenant }, declared)
      }
    }),
}

async function proveRoute(
  trial: Trial,
  { house, tenant }: { house: TestHouse; tenant: TestTenant },
  declared: Route,
): Promise<void> {
  const make = (): Promise<Subject> => makeSubject(house, callerFor(tenant, declared), declared)
  const subject = await make()
  for (let pair = 0; pair < trial.of(PAIRS); pair += 1) note(trial, await changePair(subject))
  note(trial, await changeMatched(subject))
  const together = await changeTogether(subject, trial.of(CALLERS))
  note(trial, together)
  trial.figures.push(`${declared.endpoint}: ${Math.round(together.slowestMs)} ms`)
  for (const action of listActions(declared)) {
    note(trial, await changeWhileActing(await make(), action))
  }
  note(trial, await changeWhileDeleted(await make()))
}

function note(trial: Trial, { tried, faults }: Found): void {
  trial.tried(tried)
  for (const { finding, line } of faults) trial.found(finding, line)
}
