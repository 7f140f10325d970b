import { isParsed, isSettled, type DocumentStatus } from '../records/documents/lifecycle.ts'
import type { LateStage, RunRow } from './runs/store.ts'

/** The stages of a run in their order (resources §4.4). */
export const STAGES = [
  'intake',
  'classify',
  'split',
  'parse',
  'reconcile',
  'extract',
  'match',
  'enrich',
  'positions',
  'analyze',
  'evaluate',
  'notify',
] as const

export const STAGE_STATES = ['pending', 'running', 'succeeded', 'skipped', 'failed'] as const

export type StageName = (typeof STAGES)[number]
export type StageState = (typeof STAGE_STATES)[number]

export interface Stage {
  name: StageName
  status: StageState
  startedAt: string | null
  finishedAt: string | null
  itemsTotal: number
  itemsDone: number
  itemsFailed: number
  message: string | null
}

export interface DocumentState {
  id: string
  filename: string
  documentClass: string | null
  status: DocumentStatus
  progress: number
  pageCount: number | null
  errorCode: string | null
  createdAt: string
  classifiedAt: string | null
  parsedAt: string | null
}

/** The stored facts that the stages follow from. */
export interface PipelineFacts {
  run: Pick<RunRow, 'number' | 'status' | 'stages' | 'error' | 'startedAt' | 'finishedAt'> | null
  documents: DocumentState[]
  statements: number
  unreconciledStatements: number
  transactions: number
  positions: number
  /** Policies that the run evaluated. */
  evaluations: number
}

const NEVER_READ: ReadonlySet<DocumentStatus> = new Set(['unsupported', 'excluded', 'split'])
const UNCLASSIFIED: ReadonlySet<DocumentStatus> = new Set(['uploaded', 'classifying'])

/** The stages of the present run, computed from stored facts alone. */
export function buildStages(facts: PipelineFacts): Stage[] {
  const isRead = !facts.documents.some(({ status }) => !isSettled(status))
  return [
    ...documentStages(facts),
    reconcileStage(facts, isRead),
    counted(
      'extract',
      { total: facts.transactions, done: facts.transactions, isComplete: isRead },
      facts,
    ),
    lateStage('match', 'enrich', facts),
    lateStage('enrich', 'enrich', facts),
    lateStage('positions', 'enrich', facts),
    lateStage('analyze', 'analyze', facts),
    evaluateStage(facts),
    {
      ...blank('notify'),
      status: hasEnded(facts) ? 'succeeded' : 'pending',
      finishedAt: facts.run?.finishedAt ?? null,
    },
  ]
}

function documentStages(facts: PipelineFacts): Stage[] {
  const own = facts.documents.filter(({ status }) => status !== 'split')
  const classified = own.filter(
    ({ status, documentClass }) => !UNCLASSIFIED.has(status) && documentClass !== null,
  )
  const unclassifiable = own.filter(
    ({ status, documentClass }) => status === 'failed' && documentClass === null,
  )
  const readable = classified.filter(({ status }) => !NEVER_READ.has(status))
  const read = readable.filter(({ status }) => isParsed(status))
  const unreadable = readable.filter(({ status }) => status === 'failed')
  const splits = facts.documents.length - own.length
  const isClassified = !own.some(({ status }) => UNCLASSIFIED.has(status))
  return [
    timed(
      counted('intake', { total: own.length, done: own.length, isComplete: true }, facts),
      own,
      'createdAt',
    ),
    timed(
      counted(
        'classify',
        {
          total: own.length,
          done: classified.length,
          failed: unclassifiable.length,
          isComplete: isClassified,
        },
        facts,
      ),
      own,
      'classifiedAt',
    ),
    counted('split', { total: splits, done: splits, isComplete: isClassified }, facts),
    timed(
      counted(
        'parse',
        {
          total:
            readable.length +
            (isClassified ? 0 : own.length - classified.length - unclassifiable.length),
          done: read.length,
          failed: unreadable.length,
          isComplete: !own.some(({ status }) => !isSettled(status)),
        },
        facts,
      ),
      readable,
      'parsedAt',
    ),
  ]
}

function reconcileStage(facts: PipelineFacts, isComplete: boolean): Stage {
  const { statements, unreconciledStatements: failed } = facts
  const stage = counted(
    'reconcile',
    { total: statements, done: statements - failed, failed, isComplete },
    facts,
  )
  if (failed === 0) return stage
  return { ...stage, message: `${failed} of ${statements} statements do not reconcile.` }
}

interface Tally {
  total: number
  done: number
  failed?: number
  /** Nothing more can come. */
  isComplete: boolean
}

function counted(name: StageName, tally: Tally, facts: PipelineFacts): Stage {
  const { total, done, failed = 0 } = tally
  const counts = { itemsTotal: total, itemsDone: done, itemsFailed: failed }
  return { ...blank(name), ...counts, status: computeState({ ...tally, failed }, facts) }
}

function computeState(
  { total, done, failed = 0, isComplete }: Tally,
  facts: PipelineFacts,
): StageState {
  const hasBegun = facts.documents.length > 0 || facts.run !== null
  if (!hasBegun) return 'pending'
  if (isComplete && total === 0) return 'skipped'
  if (isComplete) return failed === total ? 'failed' : 'succeeded'
  return done + failed > 0 || facts.documents.some(({ status }) => status !== 'uploaded')
    ? 'running'
    : 'pending'
}

function timed(
  stage: Stage,
  documents: DocumentState[],
  end: 'createdAt' | 'classifiedAt' | 'parsedAt',
): Stage {
  const starts = documents.map(({ createdAt }) => createdAt).toSorted()
  const ends = documents
    .map((document) => document[end])
    .filter((at) => at !== null)
    .toSorted()
  const isOver = stage.status === 'succeeded' || stage.status === 'failed'
  return {
    ...stage,
    startedAt: starts[0] ?? null,
    finishedAt: isOver ? (ends.at(-1) ?? null) : null,
  }
}

/** Stages with a mark in the run; match, enrich and positions share one. */
function lateStage(name: StageName, mark: LateStage, facts: PipelineFacts): Stage {
  const held = facts.run?.stages.find((stage) => stage.name === mark)
  const isDone = held?.finishedAt != null
  const total = name === 'positions' ? facts.positions : facts.transactions
  const times = { startedAt: held?.startedAt ?? null, finishedAt: held?.finishedAt ?? null }
  return {
    ...blank(name),
    ...times,
    itemsTotal: total,
    itemsDone: isDone ? total : 0,
    status: lateState(facts, held),
  }
}

function lateState(
  { run }: PipelineFacts,
  held: { finishedAt: string | null } | undefined,
): StageState {
  if (held?.finishedAt != null) return 'succeeded'
  if (run?.status === 'running') return held ? 'running' : 'pending'
  if (run === null) return 'pending'
  return held ? 'failed' : 'skipped'
}

/** Policies are evaluated when the run ends; skipped without any. */
function evaluateStage(facts: PipelineFacts): Stage {
  const { evaluations: count, run } = facts
  if (!hasEnded(facts)) return blank('evaluate')
  if (count === 0) return { ...blank('evaluate'), status: 'skipped' }
  const counts = { itemsTotal: count, itemsDone: count, finishedAt: run?.finishedAt ?? null }
  return { ...blank('evaluate'), ...counts, status: 'succeeded' }
}

function hasEnded({ run }: PipelineFacts): boolean {
  return run !== null && run.status !== 'running'
}

function blank(name: StageName): Stage {
  return {
    name,
    status: 'pending',
    startedAt: null,
    finishedAt: null,
    itemsTotal: 0,
    itemsDone: 0,
    itemsFailed: 0,
    message: null,
  }
}
