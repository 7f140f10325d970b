import { Type } from 'typebox'
import type { Enricher } from '../../core/enrichers/enricher.ts'
import {
  ENRICHER_NAMES,
  ENRICHERS,
  findEnricher,
  OWN_ENRICHER,
} from '../../core/enrichers/index.ts'
import { INPUTS, readInput, type InputName } from '../../core/enrichers/inputs.ts'
import type { EnricherFacts, Sourced } from '../../core/enrichers/facts.ts'
import { didYouMean } from '../../core/values/text.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { validate } from '../../platform/wire/check/validate.ts'
import { Fields } from '../../platform/wire/shapes.ts'
import { findAppFor } from '../records/apps/catalogue.ts'
import { listInstallations, type Installation } from '../records/apps/store.ts'
import {
  findReusable,
  insertResult,
  listResultsById,
  type EnricherResult,
  type NewResult,
} from '../records/enricher-results/store.ts'
import { readFacts } from './facts.ts'
import { OWN_INPUTS_DEFAULT } from './own-server.ts'
import { readSdnFile } from './sdn-file.ts'

/** What a request wants of enrichers. */
export interface Wanted {
  enrichers?: readonly string[]
  /** Values that hold in place of those of the deal, by input. */
  inputs?: Record<string, unknown>
  force?: boolean
  cacheMaxAgeHours?: number
}

/** A result that a request leads to; cached when it was there before. */
export interface Begun {
  result: EnricherResult
  isCached: boolean
}

/** Raised with a change of what an enricher finds, so that no older result is used again. */
const RULES_VERSION = 1
const CACHE_HOURS = 168

const STATED_INPUTS = Fields({
  inputs: Fields(
    Object.fromEntries(
      Object.entries(INPUTS)
        .filter(([, { isComputed }]) => !isComputed)
        .map(([name, { schema }]) => [name, Type.Optional(schema)]),
    ),
  ),
})

/**
 * Writes a queued result for each enricher, unless one of the same inputs can be used again. What
 * lacks an input, or an app, ends at once. Throws `enricher_not_found`, `submission_not_found`,
 * and what is wrong with stated inputs.
 */
export async function beginEnrichers(
  ctx: Context,
  submissionId: string,
  { enrichers, inputs = {}, force = false, cacheMaxAgeHours = CACHE_HOURS }: Wanted,
): Promise<Begun[]> {
  validate(STATED_INPUTS, { inputs }, 'body')
  const installed = await listInstallations(ctx)
  const names = chooseNames(enrichers, installed)
  const facts = await readFacts(ctx, submissionId, names.includes('duplicate_submission'))
  const maxAgeHours = force ? 0 : cacheMaxAgeHours
  const begun: Begun[] = []
  for (const name of names) {
    const planned = await plan(ctx, { submissionId, name }, { facts, inputs, installed })
    const known = maxAgeHours === 0 ? null : await findReusable(ctx, planned, maxAgeHours)
    if (known) begun.push({ result: known, isCached: true })
    else {
      const id = await insertResult(ctx, planned)
      begun.push({ result: (await listResultsById(ctx, [id]))[0]!, isCached: false })
    }
  }
  return begun
}

/** All that are ready to run where none is named. Throws `enricher_not_found`. */
function chooseNames(
  wanted: readonly string[] | undefined,
  installed: ReadonlyMap<string, Installation>,
): string[] {
  if (wanted === undefined || wanted.includes('all'))
    return ENRICHER_NAMES.filter((name) => isReady(name, installed))
  for (const [at, name] of wanted.entries()) requireEnricher(name, `enrichers[${at}]`)
  return [...new Set(wanted)]
}

/** Throws `enricher_not_found`, naming the nearest. */
export function requireEnricher(name: string, param: string): void {
  if (ENRICHER_NAMES.includes(name)) return
  const message = `There is no enricher ${name}.${didYouMean(name, ENRICHER_NAMES)}`
  throw new ApiError('enricher_not_found', message, { param })
}

/** Whether the app that an enricher needs is there; most need none. */
export function isReady(name: string, installed: ReadonlyMap<string, Installation>): boolean {
  const app = findAppFor('enrichers', name)
  return app === null || installed.has(app.slug)
}

interface Given {
  facts: EnricherFacts
  inputs: Record<string, unknown>
  installed: ReadonlyMap<string, Installation>
}

async function plan(
  ctx: Context,
  { submissionId, name }: { submissionId: string; name: string },
  { facts, inputs: stated, installed }: Given,
): Promise<NewResult> {
  const list = await readListStamp(ctx, name)
  const needs = listInputs(name, installed)
  const values = needs.flatMap(({ name: own }): [string, unknown][] => {
    const value = stated[own] ?? (own === 'sdn_list' ? list : readInput(own, facts))?.value
    return value === undefined ? [] : [[own, value]]
  })
  const inputs = Object.fromEntries(values)
  const missing = needs.filter((own) => own.isRequired && !Object.hasOwn(inputs, own.name))
  const skipped = !isReady(name, installed)
  const status = skipped ? 'skipped' : missing.length > 0 ? 'missing_input_data' : 'queued'
  const config = name === OWN_ENRICHER ? installed.get('http_enricher')?.config : null
  const hashed = JSON.stringify([name, RULES_VERSION, status, config, values])
  return {
    submissionId,
    enricher: name,
    status,
    inputHash: ctx.house.blindIndex.of(hashed, ctx.environment.id),
    inputs,
    missingInputs: missing.map((own) => own.name),
    error: skipped ? needsApp(name) : null,
  }
}

function needsApp(name: string): { code: string; message: string } {
  const slug = findAppFor('enrichers', name)!.slug
  return { code: 'not_installed', message: `Install the app ${slug} first.` }
}

async function readListStamp(ctx: Context, name: string): Promise<Sourced<unknown> | null> {
  const file = name === 'ofac_screen' ? await readSdnFile(ctx.house) : null
  return file && { value: file.stamp, source: 'operator' }
}

/** The inputs of an enricher; those of the tenant's own are chosen in its app. */
export function listInputs(
  name: string,
  installed: ReadonlyMap<string, Installation>,
): Enricher['inputs'] {
  const own = findEnricher(name)
  if (own) return own.inputs
  const chosen = installed.get('http_enricher')?.config.inputs as InputName[] | undefined
  const names = chosen ?? (OWN_INPUTS_DEFAULT as InputName[])
  return names.map((each) => ({ name: each, isRequired: false }))
}

/** Every enricher with its inputs and outputs, ours first. */
export function listEnrichers(): readonly (Omit<Enricher, 'run' | 'inputs'> & {
  isOwn: boolean
})[] {
  return [
    ...ENRICHERS.map((own) => ({ ...own, isOwn: false })),
    {
      name: OWN_ENRICHER,
      label: 'Own server',
      description:
        'Posts inputs to a server of yours, signed, and keeps the fields that it returns.',
      category: 'custom',
      outputs: [],
      sourceUrl: null,
      isOwn: true,
    },
  ]
}
