import { choice, optional, text } from '../values/rows/cells.ts'
import { readRows } from '../values/rows/rows.ts'
import { ROLES } from './deal.ts'
import { OVERWRITES, type FieldMapping, type ObjectConfig } from './mapping.ts'
import type { ProviderFacts } from './providers.ts'
import { TRANSFORMS } from './transforms.ts'

/** What a new integration proposes, with the names of fields that a CRM has of its own. */
export const DEFAULT_MAP = readRows(
  new URL('default-map.csv', import.meta.url),
  {
    role: choice(ROLES, 'role'),
    label: text,
    source: text,
    transform: optional(choice(TRANSFORMS, 'transform')),
    overwrite: choice(OVERWRITES, 'overwrite'),
    hubspot: optional(text),
    salesforce: optional(text),
    zoho: optional(text),
    pipedrive: optional(text),
  },
  ['role', 'label'],
)

/** The objects that a new integration begins with. */
export function proposeObjects({ objects }: ProviderFacts): ObjectConfig[] {
  return ROLES.flatMap((role) => (objects[role] ? [{ object: objects[role], role }] : []))
}

/** The mappings that a new integration begins with, to the objects that it has. */
export function proposeMappings(
  facts: ProviderFacts,
  objects: readonly ObjectConfig[],
): FieldMapping[] {
  return objects.flatMap(({ object, role }) =>
    DEFAULT_MAP.filter((row) => row.role === role).flatMap((row) => {
      const targetField = nameField(facts, row)
      if (targetField === null) return []
      const { source, transform, overwrite } = row
      return [
        {
          source,
          targetObject: object,
          targetField,
          direction: 'push' as const,
          transform,
          overwrite,
        },
      ]
    }),
  )
}

/** Null where the CRM leaves the row out. */
export function nameField(facts: ProviderFacts, row: (typeof DEFAULT_MAP)[number]): string | null {
  const own = findOwnName(facts, row)
  if (own === '-') return null
  return own ?? facts.nameField(row.label)
}

function findOwnName({ name }: ProviderFacts, row: (typeof DEFAULT_MAP)[number]): string | null {
  switch (name) {
    case 'hubspot':
    case 'salesforce':
    case 'zoho':
    case 'pipedrive':
      return row[name]
    default:
      return null
  }
}
