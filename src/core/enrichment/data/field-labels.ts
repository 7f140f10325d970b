import { capitals, choice } from '../../values/rows/cells.ts'
import { readRows } from '../../values/rows/rows.ts'

const RAILS = ['wire', 'p2p', 'transfer'] as const

/** The rails whose lines carry labelled fields. */
export type LabelledRail = (typeof RAILS)[number]

/**
 * What a word belongs to; `line` is what the bank prints of every row: channel, name, purpose. A
 * `reference` is an id where a number follows, and a memo where words do.
 */
const FIELDS = [
  'line',
  'party',
  'beneficiary',
  'bank',
  'individual',
  'memo',
  'id',
  'reference',
] as const

export type Field = (typeof FIELDS)[number]

/** The labels that banks print before the fields of a line, as words. */
export const FIELD_LABELS: readonly { rail: LabelledRail; field: Field; label: string }[] =
  readRows(
    new URL('field-labels.csv', import.meta.url),
    { rail: choice(RAILS, 'a rail'), field: choice(FIELDS, 'a field'), label: capitals },
    ['rail', 'label'],
  )
