import { METRICS } from '../../core/analytics/metrics/index.ts'
import type { FieldMapping } from '../../core/crm/mapping.ts'
import type { ProviderFacts } from '../../core/crm/providers.ts'
import { findPullFault } from '../../core/crm/pull.ts'
import { findSourceFault, splitSource, type KnownSources } from '../../core/crm/sources.ts'
import { didYouMean } from '../../core/values/text.ts'
import { hasScope } from '../../core/values/access/actor.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { listEntities } from '../entities/in-force.ts'
import { DERIVED_ATTRIBUTES } from './deal/read.ts'
import type { CrmConfig } from './store.ts'

/** The names that mappings of this environment can use. */
export async function readKnownSources(
  ctx: Context,
): Promise<KnownSources & { sensitive: string[] }> {
  const entities = (await listEntities(ctx)).filter(({ cardinality }) => cardinality === 'one')
  const attributes = entities.flatMap((entity) =>
    entity.attributes.map(({ name, isPii }) => ({ name: `${entity.name}.${name}`, isPii })),
  )
  return {
    attributes: [...attributes.map(({ name }) => name), ...DERIVED_ATTRIBUTES],
    sensitive: attributes.filter(({ isPii }) => isPii).map(({ name }) => name),
    metrics: METRICS.map(({ name }) => name),
  }
}

interface Checked {
  facts: ProviderFacts
  config: CrmConfig
  fieldMappings: readonly FieldMapping[]
  /** Those that were there before: they were allowed to whoever wrote them. */
  before: readonly FieldMapping[]
}

/** Throws `invalid_mapping`, which names the place and the nearest name; `insufficient_scope`. */
export async function checkMappings(ctx: Context, checked: Checked): Promise<void> {
  const known = await readKnownSources(ctx)
  const seen = new Set<string>()
  for (const [index, mapping] of checked.fieldMappings.entries()) {
    const param = `field_mappings[${index}]`
    const fault = findFault(mapping, checked, known)
    if (fault !== null) throw new ApiError('invalid_mapping', fault, { param })
    const place = `${mapping.targetObject}.${mapping.targetField}`
    if (seen.has(place))
      throw new ApiError('invalid_mapping', `${place} is mapped twice.`, { param })
    seen.add(place)
    requirePii(ctx, mapping, { known, before: checked.before, param })
  }
}

function findFault(
  { source, targetObject, direction }: FieldMapping,
  { config, facts }: Checked,
  known: KnownSources,
): string | null {
  const target = config.objectConfigs.find(({ object }) => object === targetObject)
  const objects = config.objectConfigs.map(({ object }) => object)
  if (target === undefined)
    return `${targetObject} is none of config.object_configs: ${objects.join(', ')}.${didYouMean(targetObject, objects)}`
  if (direction !== 'push' && !facts.canPull) return `${facts.label} can only be written to.`
  if (direction !== 'push' && target.role !== 'deal') return 'Only deals are taken over from a CRM.'
  return (
    (direction === 'pull' ? null : findSourceFault(source, target.role, known)) ??
    (direction === 'push' ? null : findPullFault(source))
  )
}

/** Whoever sends an identifier out must be allowed to read it. */
function requirePii(
  ctx: Context,
  { source }: FieldMapping,
  given: {
    known: { sensitive: readonly string[] }
    before: readonly FieldMapping[]
    param: string
  },
): void {
  const split = splitSource(source)
  if (split?.kind !== 'entity' || !given.known.sensitive.includes(split.name)) return
  if (hasScope(ctx.actor, 'pii:read') || given.before.some((one) => one.source === source)) return
  const message = `${source} is an identifier; mapping it needs the scope pii:read.`
  throw new ApiError('insufficient_scope', message, { param: given.param })
}
