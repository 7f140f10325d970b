import type { SourceConfig, SourceType } from '../../../core/entities/entity.ts'
import { toTyped, describeType, type Typed } from '../../../core/entities/typed.ts'
import { findMetric, METRICS } from '../../../core/analytics/metrics/index.ts'
import { WINDOW_NAMES } from '../../../core/analytics/window.ts'
import { describeUnknownRange } from '../../../core/values/days/range-names.ts'
import { didYouMean, toSnake } from '../../../core/values/text.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { getClass, resolveClassName } from '../../document-classes/find.ts'
import { ACCOUNT_FIELDS, ENRICHER_FIELDS } from '../values/claims.ts'
import { LAST_ORDER } from '../in-force.ts'
import type { SourceInput } from '../schemas.ts'
import type { SourceBody } from '../store.ts'

/** The fields of each type’s configuration; all of them are required. */
const NEEDS: Record<SourceType, readonly (keyof SourceConfig)[]> = {
  parsed_document: ['documentClass', 'field'],
  api: ['path'],
  enricher: ['enricher', 'field'],
  company_info: ['path'],
  metadata: ['path'],
  metric: ['metric'],
  static_value: ['value'],
  expression: ['expression'],
  iso_application: ['field'],
  // A value set by hand outranks every source; this one only marks the attribute for review.
  user: [],
}

/**
 * A source as it is kept. Throws `missing_field`, `unknown_field`, `invalid_document_class`,
 * `invalid_enum`, `invalid_metric`, `invalid_date_range`, `invalid_type`. Expressions are checked
 * with all others once they stand.
 */
export async function buildSourceBody(
  ctx: Context,
  input: SourceInput,
  { attribute, param }: { attribute: Typed; param: string },
): Promise<SourceBody> {
  const { type, config } = input
  refuseOtherFields(type, config as SourceConfig, `${param}config`)
  return {
    type,
    config: await checkedConfig(ctx, input, { attribute, param: `${param}config` }),
    order: input.order ?? LAST_ORDER,
    minConfidence: input.minConfidence ?? 0,
    isActive: input.isActive ?? true,
    postProcessors: input.postProcessors ?? [],
  }
}

function refuseOtherFields(type: SourceType, config: SourceConfig, param: string): void {
  const needs = NEEDS[type]
  const allowed = type === 'metric' ? [...needs, 'dateRange'] : needs
  const given = Object.entries(config).filter(([, value]) => value !== undefined)
  const missing = needs.find((field) => !given.some(([name]) => name === field))
  if (missing !== undefined) {
    const place = `${param}.${toSnake(missing)}`
    throw new ApiError('missing_field', `A source of type ${type} needs ${place}.`, {
      param: place,
    })
  }
  const other = given.find(([name]) => !(allowed as string[]).includes(name))
  if (other === undefined) return
  const place = `${param}.${toSnake(other[0])}`
  throw new ApiError('unknown_field', `A source of type ${type} has no ${place}.`, { param: place })
}

async function checkedConfig(
  ctx: Context,
  { type, config }: SourceInput,
  { attribute, param }: { attribute: Typed; param: string },
): Promise<SourceConfig> {
  switch (type) {
    case 'parsed_document':
      return checkedField(ctx, config as SourceConfig, param)
    case 'iso_application': {
      const { field = '' } = config
      await checkedField(ctx, { documentClass: type, field }, param)
      return { field }
    }
    case 'enricher':
      checkEnricherField(config as SourceConfig, param)
      return config as SourceConfig
    case 'metric':
      return checkedMetric(config as SourceConfig, param)
    case 'static_value':
      if (toTyped(config.value, attribute) === undefined) {
        const message = `${param}.value must be ${describeType(attribute)}.`
        throw new ApiError('invalid_type', message, { param: `${param}.value` })
      }
      return config as SourceConfig
    default:
      return config as SourceConfig
  }
}

/** A field of the class, or a column of one of its tables as `table.column`. */
async function checkedField(
  ctx: Context,
  config: SourceConfig,
  param: string,
): Promise<SourceConfig> {
  const name = await resolveClassName(ctx, config.documentClass!, `${param}.document_class`)
  const { extractionFields, parser } = await getClass(ctx, name)
  const [field] = config.field!.split('.')
  const fields =
    parser === 'bank_statement' ? ACCOUNT_FIELDS : extractionFields.map((own) => own.name)
  refuseUnknown(field!, fields, `${param}.field`)
  const documentClass = parser === 'bank_statement' ? 'bank_statement' : name
  return { documentClass, field: config.field! }
}

/** A field that the enricher has; the tenant's own may have any. */
function checkEnricherField({ enricher, field }: SourceConfig, param: string): void {
  refuseUnknown(enricher!, Object.keys(ENRICHER_FIELDS), `${param}.enricher`)
  const fields = ENRICHER_FIELDS[enricher!]
  if (fields) refuseUnknown(field!, fields, `${param}.field`)
}

function checkedMetric(config: SourceConfig, param: string): SourceConfig {
  const { metric: name = '', dateRange } = config
  const metric = findMetric(name)
  if (!metric?.isInRules) {
    const known = METRICS.filter(({ isInRules }) => isInRules).map((own) => own.name)
    const hint = didYouMean(name, known)
    const message = `${param}.metric ${name} is no metric of one value.${hint}`
    throw new ApiError('invalid_metric', message, { param: `${param}.metric` })
  }
  const isNamed =
    dateRange === undefined || (WINDOW_NAMES.includes(dateRange) && dateRange !== 'custom')
  if (isNamed) return config
  const message = describeUnknownRange(dateRange, WINDOW_NAMES)
  throw new ApiError('invalid_date_range', message, { param: `${param}.date_range` })
}

function refuseUnknown(given: string, known: readonly string[], param: string): void {
  if (known.includes(given)) return
  const hint = didYouMean(given, known)
  throw new ApiError('invalid_enum', `${param} ${given} is not known.${hint}`, { param })
}
