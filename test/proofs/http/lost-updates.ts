import assert from 'node:assert/strict'
import { addDays } from '../../../src/core/values/dates.ts'
import { splitBatches } from '../../../src/platform/db/columns.ts'
import type { Route } from '../../../src/platform/route.ts'
import {
  changeMatched,
  changePair,
  changeByMany,
  changeWhileActing,
  changeWhileDeleted,
  listActions,
  makeSubject,
  type Found,
  type Subject,
} from '../../contract/at-once.ts'
import { CHANGING } from '../../contract/edits.ts'
import { callerFor, listNouns } from '../../contract/walk.ts'
import { FACTORIES } from '../../factories.ts'
import type { Caller, TestHouse, TestTenant } from '../../context.ts'
import type { Proof, Trial } from '../proof.ts'
import { inHouse } from '../stage.ts'

const PAIRS = { full: 40, reduced: 2 }
const CALLERS = { full: 20, reduced: 6 }
const ROUTES_REDUCED = 2
const AT_ONCE = 8
/** So many rows are enriched within a request. */
const ROWS = { full: 1_900, reduced: 60 }
/** Objects that can be made in a deal that is there. */
const OF_DEAL = ['submissions', 'positions', 'transactions', 'anomalies', 'missing-accounts']

/** Callers that change one object at the same time, by every route that changes one. */
export const lostUpdatesProof: Proof = {
  name: 'lost-updates',
  promise: 'A change that was acknowledged is kept, however many callers change one object at once',
  tries: 'changes at the same time',
  prove: (trial) =>
    inHouse(async (house) => {
      const tenant = await house.tenant()
      for (const declared of trial.some(CHANGING, ROUTES_REDUCED)) {
        await proveRoute(trial, { house, tenant }, declared)
      }
      await proveDeal(trial, house, tenant.live)
    }),
}

async function proveRoute(
  trial: Trial,
  { house, tenant }: { house: TestHouse; tenant: TestTenant },
  declared: Route,
): Promise<void> {
  const make = (): Promise<Subject> =>
    makeSubject({ house, caller: callerFor(tenant, declared) }, declared)
  const subject = await make()
  for (let pair = 0; pair < trial.of(PAIRS); pair += 1) note(trial, await changePair(subject))
  note(trial, await changeMatched(subject))
  const many = await changeByMany(subject, trial.of(CALLERS))
  note(trial, many)
  trial.figures.push(`${declared.endpoint}: ${Math.round(many.slowestMs)} ms`)
  for (const action of listActions(declared)) {
    note(trial, await changeWhileActing(await make(), action))
  }
  note(trial, await changeWhileDeleted(await make()))
}

/** Changes in a deal of many rows, whose numbers follow: nobody waits until the service gives up. */
async function proveDeal(trial: Trial, house: TestHouse, caller: Caller): Promise<void> {
  const submissions = await makeDeal(caller, trial.of(ROWS))
  await house.settle(60_000)
  const [found] = (await caller.get(`/v1/submissions/${submissions}/positions`)).body.data
  const records = { submissions, positions: found.id }
  const inDeal = (declared: Route): boolean =>
    listNouns(declared).length > 0 && listNouns(declared).every((noun) => OF_DEAL.includes(noun))
  for (const declared of trial.some(CHANGING.filter(inDeal), 1)) {
    const subject = await makeSubject({ house, caller }, declared, records)
    const many = await changeByMany(subject, AT_ONCE)
    note(trial, many)
    const ms = Math.round(many.slowestMs)
    trial.figures.push(`${declared.endpoint}, ${AT_ONCE} at once on a deal of many rows: ${ms} ms`)
    await house.settle(60_000)
  }
}

/** Days of takings, purchases and the daily payments of an advance. */
async function makeDeal(caller: Caller, count: number): Promise<string> {
  const id = await FACTORIES.submissions!(caller, {})
  const transactions = Array.from({ length: count }, (_, row) => {
    const date = addDays('2025-01-01', Math.floor(row / 6))
    if (row % 6 === 0) return { date, amount: -350, description: 'ACH DEBIT ONDECK CAPITAL DAILY' }
    return row % 2 === 0
      ? { date, amount: 120 + (row % 300), description: `DEPOSIT SQ *SALES ${row % 9}` }
      : { date, amount: -20 - (row % 90), description: `CARD PURCHASE STORE ${row % 40}` }
  })
  for (const rows of splitBatches(transactions, 500)) {
    const body = { submission_id: id, transactions: rows }
    assert.equal((await caller.post('/v1/transactions/bulk', body)).status, 201)
  }
  return id
}

function note(trial: Trial, { tried, faults }: Found): void {
  trial.tried(tried)
  for (const { finding, line } of faults) trial.found(finding, line)
}
