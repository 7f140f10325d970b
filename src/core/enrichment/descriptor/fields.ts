import { FIELD_LABELS, type Field, type LabelledRail } from '../data/field-labels.ts'
import type { Wording } from '../data/wordings.ts'
import type { MarkedWords } from './place.ts'

interface Label {
  words: readonly string[]
  field: Field
}

/** Labels of each rail by their first word, the longest first. */
const LABELS = new Map(
  (['wire', 'p2p', 'transfer'] as const).map((rail) => [rail, indexLabels(rail)]),
)

function indexLabels(rail: LabelledRail): Map<string, Label[]> {
  const labels = FIELD_LABELS.filter((one) => one.rail === rail)
    .map(({ label, field }) => ({ words: label.split(' '), field }))
    .toSorted((left, right) => right.words.length - left.words.length)
  return Map.groupBy(labels, ({ words }) => words[0]!)
}

/**
 * The field that each word of a line belongs to, so that a word counts only where it means
 * something: a funder in the memo of a wire has not sent it, and a supplier's REMITTANCE INFO is no
 * remittance. Null for a line without labelled fields, which most are.
 */
export function readFields(
  marked: MarkedWords,
  wordings: ReadonlySet<Wording>,
): readonly Field[] | null {
  if (wordings.has('fee') || wordings.has('card')) return null
  const rail = findRail(wordings)
  const fields = rail ? readLabelled(marked, LABELS.get(rail)!) : readEntry(marked)
  return fields && withoutOwnSide(fields)
}

/** Instant payments between banks have the fields of wires. */
function findRail(wordings: ReadonlySet<Wording>): LabelledRail | null {
  if (wordings.has('wire')) return 'wire'
  if (wordings.has('p2p')) return 'p2p'
  if (wordings.has('instant')) return 'wire'
  return wordings.has('transfer') && !wordings.has('ach') ? 'transfer' : null
}

function readLabelled(
  marked: MarkedWords,
  labels: ReadonlyMap<string, readonly Label[]>,
): Field[] | null {
  const { words } = marked
  const fields: Field[] = []
  let field: Field = 'line'
  for (let at = 0; at < words.length; at += 1) {
    const label = at === 0 ? null : findLabel(words, at, labels)
    if (label) {
      at += label.words.length - 1
      field = resolveField(label, marked, at + 1)
      for (const _ of label.words) fields.push('id')
      continue
    }
    if (field === 'id' && !isNumber(marked, at)) field = 'line'
    fields.push(field)
  }
  return fields.every((one) => one === 'line') ? null : fields
}

function findLabel(
  words: readonly string[],
  at: number,
  labels: ReadonlyMap<string, readonly Label[]>,
): Label | null {
  return labels.get(words[at]!)?.find((one) => startsAt(words, at, one.words)) ?? null
}

function resolveField({ field }: Label, marked: MarkedWords, next: number): Field {
  if (field !== 'reference') return field
  return isNumber(marked, marked.words[next] === '#' ? next + 1 : next) ? 'id' : 'memo'
}

/** Whether the word is a number of a bank, or the sign before one. */
function isNumber({ words, references }: MarkedWords, at: number): boolean {
  return references[at] === 1 || words[at] === '#'
}

function startsAt(words: readonly string[], at: number, label: readonly string[]): boolean {
  return label.every((word, index) => words[at + index] === word)
}

/**
 * `LIBERTAS FUNDIN ACHPAYMENT 260504 LF22817 CORNERSTONE HVAC INC`: behind two references in a row
 * stands the account holder, whose words name no purpose.
 */
function readEntry({ words, references }: MarkedWords): Field[] | null {
  for (let at = 1; at < words.length - 1; at += 1) {
    if (references[at - 1] === 0 || references[at] === 0) continue
    if (references[0] === 1) return null
    return words.map((_, index) => (index > at ? 'individual' : 'line'))
  }
  return null
}

/** Of an originator and a beneficiary in one line the account holder is the beneficiary. */
function withoutOwnSide(fields: readonly Field[]): readonly Field[] {
  const own: Field = fields.includes('party') ? 'individual' : 'party'
  return fields.map((field) => (field === 'beneficiary' ? own : field))
}
