import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DocumentStatus } from '../../records/documents/lifecycle.ts'
import type { StageMark } from '../../pipeline/runs/store.ts'
import { buildStages, type DocumentState } from '../../pipeline/status-stages.ts'
import { buildStatus, type StatusFacts } from './status.ts'

const AT = '2025-03-01T10:00:00.000Z'
const LATER = '2025-03-01T10:00:10.000Z'

function document(status: DocumentStatus, parts: Partial<DocumentState> = {}): DocumentState {
  return {
    id: `document-${status}`,
    filename: 'a.pdf',
    documentClass: status === 'uploaded' || status === 'classifying' ? null : 'bank_statement',
    status,
    progress: 0,
    pageCount: 4,
    errorCode: null,
    createdAt: AT,
    classifiedAt: null,
    parsedAt: null,
    ...parts,
  }
}

function facts(parts: Partial<StatusFacts>): StatusFacts {
  const counts = { statements: 0, unreconciledStatements: 0, transactions: 0, positions: 0 }
  return {
    submissionId: 'id',
    status: 'processing',
    nowMs: Date.parse(LATER),
    run: null,
    documents: [],
    ...counts,
    evaluations: 0,
    policyProgress: { total: 0, done: 0 },
    ...parts,
  }
}

type Run = NonNullable<StatusFacts['run']>

const RUNNING: Run = {
  number: 1,
  status: 'running',
  stages: [],
  error: null,
  startedAt: AT,
  finishedAt: null,
}

function listStates(given: StatusFacts): Record<string, string> {
  return Object.fromEntries(buildStages(given).map(({ name, status }) => [name, status]))
}

test('a new submission is at the beginning of everything', () => {
  const status = buildStatus(facts({ status: 'new' })) as any
  assert.deepEqual(
    [status.progress, status.stage, status.attempts, status.elapsedMs],
    [0, null, 0, null],
  )
  assert.ok(status.stages.every((stage: { status: string }) => stage.status === 'pending'))
})

test('one document ahead of another shows which stage is worked on', () => {
  const documents = [document('parsing', { progress: 0.5 }), document('classifying')]
  const given = facts({ run: RUNNING, documents })
  const states = listStates(given)
  assert.deepEqual(
    [states.intake, states.classify, states.parse, states.enrich],
    ['succeeded', 'running', 'running', 'pending'],
  )
  const status = buildStatus(given) as any
  assert.equal(status.stage, 'classify')
  assert.equal(status.progress, 0.2)
  assert.equal(status.elapsedMs, 10_000)
  assert.equal(status.estimatedSecondsLeft, 40)
  assert.deepEqual(
    status.documents.map((own: any) => own.pagesDone),
    [0, 0],
  )
})

test('a finished run has no stage that is pending or running', () => {
  const stages: StageMark[] = [
    { name: 'enrich', startedAt: AT, finishedAt: LATER },
    { name: 'analyze', startedAt: LATER, finishedAt: LATER },
  ]
  const run: Run = { ...RUNNING, status: 'succeeded', stages, finishedAt: LATER }
  const documents = [
    document('processed', { parsedAt: LATER }),
    document('failed', { errorCode: 'no_text' }),
    document('unsupported'),
  ]
  const given = facts({ status: 'processed', run, documents, statements: 1, transactions: 40 })
  const states = listStates(given)
  assert.deepEqual(
    Object.values(states).filter((state) => state === 'pending' || state === 'running'),
    [],
  )
  assert.deepEqual(
    [states.parse, states.split, states.evaluate, states.notify],
    ['succeeded', 'skipped', 'skipped', 'succeeded'],
  )
  const parse = buildStages(given).find(({ name }) => name === 'parse')!
  assert.deepEqual(
    [parse.itemsTotal, parse.itemsDone, parse.itemsFailed, parse.finishedAt],
    [2, 1, 1, LATER],
  )
  assert.equal((buildStatus(given) as any).progress, 1)
})

test('the same facts give the same status, whatever the clock says, once nothing runs', () => {
  const run: Run = {
    ...RUNNING,
    status: 'failed',
    finishedAt: LATER,
    error: { code: 'no_text', message: 'None' },
  }
  const given = facts({ status: 'failed', run, documents: [document('failed')] })
  assert.deepEqual(buildStatus(given), buildStatus({ ...given, nowMs: given.nowMs + 60_000 }))
})
