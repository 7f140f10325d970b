import type { DocumentClass } from '../document-class.ts'

type Field = DocumentClass['extractionFields'][number]

/** A class as it is written down: lists that are empty are left out. */
export interface ClassDraft {
  name: string
  label: string
  family: DocumentClass['family']
  description: string
  parser: DocumentClass['parser']
  /** Phrases in the top quarter of a page, weight 3. */
  title?: string[]
  /** Phrases anywhere, weight 2. */
  strong?: string[]
  /** Phrases anywhere, weight 1. */
  weak?: string[]
  /** Phrases of classes it is mistaken for, weight -3. */
  negative?: string[]
  filename?: string[]
  fields?: Field[]
  aliases?: string[]
  requiredForProcessing?: boolean
}

/** The full class of a draft. */
export function defineClass(draft: ClassDraft): DocumentClass {
  return {
    name: draft.name,
    label: draft.label,
    family: draft.family,
    description: draft.description,
    parser: draft.parser,
    cues: {
      title: draft.title ?? [],
      strong: draft.strong ?? [],
      weak: draft.weak ?? [],
      negative: draft.negative ?? [],
      filename: draft.filename ?? [],
    },
    extractionFields: draft.fields ?? [],
    aliases: draft.aliases ?? [],
    requiredForProcessing: draft.requiredForProcessing ?? false,
  }
}

/** A field that every document of the class has. */
export function required(name: string, type: string, hint: string | null = null): Field {
  return { name, type, required: true, hint }
}

/** A field that some documents of the class have. */
export function optional(name: string, type: string, hint: string | null = null): Field {
  return { name, type, required: false, hint }
}
