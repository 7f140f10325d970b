import { INPUTS, readInput, type InputName } from '../../core/enrichers/inputs.ts'
import type { Context } from '../../platform/context.ts'
import { slicePage } from '../../platform/db/page.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import type { Body } from '../../platform/route.ts'
import { findAppFor } from '../records/apps/catalogue.ts'
import { listInstallations } from '../records/apps/store.ts'
import { isReady, listEnrichers, listInputs, requireEnricher } from './begin.ts'
import { readFacts } from './facts.ts'
import type { FieldQuery } from './schemas.ts'
import { readSdnFile } from './sdn-file.ts'

/** What each enricher needs and gives, and which of its inputs this deal has. */
export async function listEnricherFields(
  ctx: Context,
  submissionId: string,
  query: Body<typeof FieldQuery>,
): Promise<object> {
  const { enricher: wanted } = query
  if (wanted !== undefined) requireEnricher(wanted, 'enricher')
  const facts = await readFacts(ctx, submissionId, false)
  const installed = await listInstallations(ctx)
  const list = await readSdnFile(ctx.house)
  const findSource = (name: InputName): string | null =>
    name === 'sdn_list' ? list && 'operator' : (readInput(name, facts)?.source ?? null)
  const rows = listEnrichers()
    .filter(({ name }) => wanted === undefined || name === wanted)
    .map(({ name, label, description, category, outputs, isOwn }) => ({
      id: name,
      enricher: name,
      label,
      description,
      category,
      inputs: listInputs(name, installed)
        .filter((own) => own.name !== 'sdn_hits')
        .map((own) => {
          const valueSource = findSource(own.name)
          const { label: inputLabel, type } = INPUTS[own.name]
          const known = { isAvailable: valueSource !== null, valueSource }
          return { name: own.name, label: inputLabel, type, required: own.isRequired, ...known }
        }),
      outputs: outputs.map((output) => ({ ...output })),
      isConfigured: isReady(name, installed),
      isOffline: !isOwn,
      app: findAppFor('enrichers', name)?.slug ?? null,
      costNote: isOwn ? 'Calls your server once for each result.' : null,
    }))
    .map(({ inputs, ...row }) => ({
      ...row,
      inputs: inputs.map(({ isAvailable, ...own }) => ({ ...own, available: isAvailable })),
    }))
  const page = parsePage(ctx, query, ['enricher'])
  return listBody(slicePage(rows, page, ctx.house.cursors), (row) => row)
}
