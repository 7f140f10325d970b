import { roundRatio } from '../../../core/values/money.ts'
import { isSettled } from '../../records/documents/lifecycle.ts'
import type { SubmissionStatus } from '../../records/submissions/lifecycle.ts'
import {
  buildStages,
  type DocumentState,
  type PipelineFacts,
  type Stage,
} from '../../pipeline/status-stages.ts'

export interface StatusFacts extends PipelineFacts {
  submissionId: string
  status: SubmissionStatus
  nowMs: number
  /** Manual policy checks: all, and done. */
  policyProgress: { total: number; done: number }
}

/** Shares of the whole: reading the documents takes most of the time. */
const WEIGHTS = { documents: 0.8, enrich: 0.1, analyze: 0.1 }

/** Below this progress no remaining time is estimated. */
const ESTIMATE_FROM = 0.05

/**
 * The processing status of resources §4.4; everything but the two durations follows from the
 * stored facts alone.
 */
export function buildStatus(facts: StatusFacts): object {
  const { run, documents } = facts
  const stages = buildStages(facts)
  const progress = computeProgress(facts, stages)
  const elapsedMs = computeElapsed(facts)
  return {
    submissionId: facts.submissionId,
    status: facts.status,
    stage: currentStage(facts, stages),
    progress,
    startedAt: run?.startedAt ?? null,
    finishedAt: run?.finishedAt ?? null,
    elapsedMs,
    estimatedSecondsLeft: facts.status === 'processing' ? secondsLeft(elapsedMs, progress) : null,
    stages,
    documents: documents.map(toDocument),
    attempts: run?.number ?? 0,
    lastError: run?.error ?? null,
    policyProgress: facts.policyProgress,
  }
}

function computeProgress({ status, documents, run }: StatusFacts, stages: Stage[]): number {
  if (status !== 'processing' && status !== 'new') return 1
  if (documents.length === 0 && run === null) return 0
  const shares = documents.map((document) => (isSettled(document.status) ? 1 : document.progress))
  const read =
    shares.length === 0 ? 1 : shares.reduce((sum, share) => sum + share, 0) / shares.length
  const countDone = (name: Stage['name']) =>
    stages.find((stage) => stage.name === name)?.status === 'succeeded' ? 1 : 0
  return roundRatio(
    WEIGHTS.documents * read +
      WEIGHTS.enrich * countDone('enrich') +
      WEIGHTS.analyze * countDone('analyze'),
  )
}

function currentStage({ status, documents }: StatusFacts, stages: Stage[]): Stage['name'] | null {
  if (status !== 'processing' && documents.every((own) => isSettled(own.status))) return null
  const current =
    stages.find((stage) => stage.status === 'running') ??
    stages.find((stage) => stage.status === 'pending')
  return current?.name ?? null
}

function computeElapsed({ run, nowMs }: StatusFacts): number | null {
  if (run === null) return null
  const end = run.finishedAt === null ? nowMs : Date.parse(run.finishedAt)
  return Math.max(0, end - Date.parse(run.startedAt))
}

function secondsLeft(elapsedMs: number | null, progress: number): number | null {
  if (elapsedMs === null || progress < ESTIMATE_FROM) return null
  return Math.round((elapsedMs * (1 - progress)) / progress / 1000)
}

function toDocument(document: DocumentState): object {
  const isOver = isSettled(document.status)
  return {
    ...document,
    progress: isOver ? 1 : document.progress,
    pagesDone: document.pageCount === null ? null : isOver ? document.pageCount : 0,
  }
}
