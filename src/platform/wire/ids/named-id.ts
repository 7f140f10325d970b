import { Type, type TObject, type TSchema } from 'typebox'
import { toCamel } from '../../../core/values/text.ts'
import type { Context, OutsideContext } from '../../context.ts'

/** The id of the record that a parameter names; null where there is none. */
type Find = (ctx: Context, name: string) => Promise<string | null>

const UUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
const IS_UUID = new RegExp(`^${UUID}$`)
const NAME_MAX = 255

/** Nobody's: what is named by a name that nobody has behaves like an id that nobody has. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** A UUID, or a prefix with the name that the record has with its owner. */
export function NamedId(
  prefix: string,
  { find, description }: { find: Find; description: string },
) {
  const pattern = `^(${UUID}|${prefix}.{1,${NAME_MAX}})$`
  const own: Find = (ctx, text) => find(ctx, text.slice(prefix.length))
  // A function is not part of the JSON that documents the schema.
  return Type.String({ pattern, description, find: own })
}

/** Parameters with the ids of the records that they name. */
export async function resolveNames<Given>(
  schema: TSchema | undefined,
  given: Given,
  ctx: OutsideContext,
): Promise<Given> {
  const resolved: Record<string, unknown> = {}
  const properties = Object.entries((schema as TObject | undefined)?.properties ?? {})
  for (const [wire, { find }] of properties as [string, { find?: Find }][]) {
    const name = toCamel(wire)
    const value = (given as Record<string, unknown>)[name]
    if (!find || typeof value !== 'string' || IS_UUID.test(value)) continue
    const id = await ctx.transaction((own) => find(own, value), { access: 'single' })
    resolved[name] = id ?? NOBODY
  }
  return { ...given, ...resolved }
}
