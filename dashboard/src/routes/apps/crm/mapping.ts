export interface Mapping {
  source: string
  target_object: string
  target_field: string
  direction: string
  transform: string | null
  overwrite: string
}

export const TRANSFORMS = [
  ['', 'As it is'],
  ['money', 'Money'],
  ['percent', 'Percent'],
  ['date', 'Date'],
  ['round', 'Rounded'],
  ['lower', 'Small letters'],
  ['map', 'By the list of values'],
] as const

export const DIRECTIONS = [
  ['push', 'To the CRM'],
  ['pull', 'From the CRM'],
  ['both', 'Both ways'],
] as const

export const OVERWRITES = [
  ['always', 'Always'],
  ['if_empty', 'If empty'],
  ['never', 'Never'],
] as const

interface Remote {
  objects: readonly { object: string; fields: readonly { name: string }[] }[]
}

/** A row to be filled in, of the object that the last row is of. */
export function addRow(
  rows: readonly Mapping[],
  { config }: { config: { object_configs: readonly { object: string }[] } },
): Mapping[] {
  const target_object = rows.at(-1)?.target_object ?? config.object_configs[0]?.object ?? ''
  const row = { source: '', target_object, target_field: '', transform: null }
  return [...rows, { ...row, direction: 'push', overwrite: 'always' }]
}

export function isComplete({ source, target_object, target_field }: Mapping): boolean {
  return source !== '' && target_object !== '' && target_field !== ''
}

/** What would not work: fields that get two values, and fields that the CRM does not have. */
export function listFaults(rows: readonly Mapping[], remote: Remote | undefined): string[] {
  const targets = rows.map(({ target_object, target_field }) => `${target_object}.${target_field}`)
  const twice = targets.filter((target, index) => targets.indexOf(target) !== index)
  const unknown = rows.filter(({ target_object, target_field }) => {
    const known = remote?.objects.find(({ object }) => object === target_object)?.fields
    return (
      known !== undefined && target_field !== '' && known.every(({ name }) => name !== target_field)
    )
  })
  return [
    ...[...new Set(twice)].map((target) => `${target} gets two values.`),
    ...unknown.map((row) => `${row.target_object} has no field ${row.target_field} yet.`),
  ]
}
