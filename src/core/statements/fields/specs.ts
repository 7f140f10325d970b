import { formatLabel } from '../../values/text.ts'
import type { DocumentClass } from '../document-class.ts'
import { FIELD_KINDS, type ClassRules, type FieldRule, type FieldSpec } from './rule.ts'
import { toPhrase } from './print/tokens.ts'

/** A hint with more words than this explains the field and is no label. */
const HINT_WORDS_MAX = 5

/**
 * The fields of a class with how each is found. A field without a rule of its own, as every field a
 * tenant adds, is looked for by its label, its name and a short hint.
 */
export function buildFieldSpecs(
  { extractionFields }: DocumentClass,
  rules: ClassRules,
): FieldSpec[] {
  return extractionFields.map((field) => {
    const { name, type, required, hint, label, pattern, enum: options } = field
    const shown = label ?? formatLabel(name)
    const own: FieldRule = rules.fields[name] ?? {}
    const labels = own.labels ?? [
      shown,
      name.replaceAll('_', ' '),
      ...(isLabel(hint) ? [hint!] : []),
    ]
    return {
      name,
      label: shown,
      kind: FIELD_KINDS.find((kind) => kind === type) ?? 'string',
      isRequired: required,
      pattern: pattern ?? null,
      options: options ?? [],
      rule: { ...(rules.places ? { places: rules.places } : {}), ...own, labels },
    }
  })
}

function isLabel(hint: string | null): boolean {
  const words = hint === null ? [] : toPhrase(hint)
  return words.length > 0 && words.length <= HINT_WORDS_MAX
}
