import { Type } from 'typebox'
import { overallConfidence, type Enricher } from '../../core/enrichers/enricher.ts'
import { findEnricher } from '../../core/enrichers/index.ts'
import type { InputValues } from '../../core/enrichers/inputs.ts'
import { screenNames } from '../../core/enrichers/screening/screen.ts'
import type { Context, OutsideContext } from '../../platform/context.ts'
import { job, type JobContext } from '../../platform/jobs/job.ts'
import { findInstallation } from '../records/apps/store.ts'
import {
  ENDED,
  listResultsById,
  updateEnded,
  updateProcessing,
  type Ending,
  type EnricherResult,
  type ResultField,
} from '../records/enricher-results/store.ts'
import { EnricherFailed } from './failure.ts'
import { callOwnServer } from './own-server.ts'
import { readSdnFile } from './sdn-file.ts'

/** Computes a result; in no transaction, since the tenant's own server may take its time. */
export async function performEnricher(
  work: OutsideContext,
  result: EnricherResult,
): Promise<Ending> {
  const start = performance.now()
  const end = (ending: Omit<Ending, 'durationMs'>): Ending => ({
    ...ending,
    durationMs: performance.now() - start,
  })
  try {
    const own = findEnricher(result.enricher)
    const fields = own ? await compute(work, own, result) : await callOwn(work, result)
    const found = Object.fromEntries(fields.map((field) => [field.name, field]))
    return end({ status: 'succeeded', error: null, confidence: overallConfidence(found), fields })
  } catch (error) {
    if (!(error instanceof EnricherFailed)) throw error
    const { code, message } = error
    return end({ status: 'failed', error: { code, message }, confidence: null, fields: [] })
  }
}

async function compute(
  { house }: OutsideContext,
  { name, sourceUrl, run }: Enricher,
  result: EnricherResult,
): Promise<ResultField[]> {
  const inputs = result.inputs as Partial<InputValues>
  const list = name === 'ofac_screen' ? await readSdnFile(house) : null
  const hits = list && { sdn_hits: screenNames(list.index, inputs.screened_names ?? []) }
  return Object.entries(run({ ...inputs, ...hits })).map(([field, value]) => ({
    name: field,
    sourceUrl,
    ...value,
  }))
}

/** The app may have gone since the request. */
async function callOwn(work: OutsideContext, result: EnricherResult): Promise<ResultField[]> {
  const app = await work.transaction((ctx) => findInstallation(ctx, 'http_enricher'))
  if (app === null) throw new EnricherFailed('not_installed')
  return callOwnServer(work, app, result)
}

async function runEnricher(work: JobContext, { resultId }: { resultId: string }): Promise<void> {
  const result = await work.transaction(async (ctx) => {
    const found = await findOpen(ctx, resultId)
    if (found) await updateProcessing(ctx, resultId)
    return found
  })
  if (result === null) return
  const ending = await performEnricher(work, result)
  await work.commit((ctx) => updateEnded(ctx, result, ending))
}

/** Null of one that has ended, or whose submission has gone. */
async function findOpen(ctx: Context, id: string): Promise<EnricherResult | null> {
  const [result] = await listResultsById(ctx, [id])
  return result && !ENDED.has(result.status) ? result : null
}

async function fail(ctx: Context, { resultId }: { resultId: string }): Promise<void> {
  const result = await findOpen(ctx, resultId)
  if (result === null) return
  const { code, message } = new EnricherFailed('internal_error')
  const error = { code, message }
  await updateEnded(ctx, result, {
    status: 'failed',
    error,
    confidence: null,
    fields: [],
    durationMs: 0,
  })
}

export const runEnricherJob = job(
  'run-enricher',
  Type.Object({ resultId: Type.String() }),
  runEnricher,
  { pool: 'io', attempts: 3, exhausted: (ctx, payload) => fail(ctx, payload) },
)
