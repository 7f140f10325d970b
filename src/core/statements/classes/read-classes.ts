import { flag, list, choice, optional, text } from '../../values/rows/cells.ts'
import { readRows } from '../../values/rows/rows.ts'
import {
  DOCUMENT_FAMILIES,
  DOCUMENT_PARSERS,
  type DocumentClass,
  type ExtractionField,
} from '../document-class.ts'

/**
 * Where a phrase stands: `title` in the top quarter of a page, weight 3; `strong` anywhere, weight
 * 2; `weak` anywhere, weight 1; `negative` are phrases of classes it is mistaken for, weight -3.
 */
const PLACES = ['title', 'strong', 'weak', 'negative', 'filename'] as const

const FIELD_TYPES = ['string', 'integer', 'number', 'money', 'date', 'boolean', 'enum', 'table']

/** The classes of `classes.csv` with their cues and fields. */
export function readClasses(): DocumentClass[] {
  const rows = readRows(
    new URL('classes.csv', import.meta.url),
    {
      name: text,
      label: text,
      family: choice(DOCUMENT_FAMILIES, 'a family of classes'),
      parser: choice(DOCUMENT_PARSERS, 'a parser'),
      requiredForProcessing: flag,
      variantOf: optional(text),
      aliases: list(text),
      description: text,
    },
    ['name'],
  )
  const names = rows.map(({ name }) => name)
  const cues = readCues(names)
  const fields = readFields(names)
  return rows.map(({ name, label, family, description, parser, ...rest }) => ({
    name,
    label,
    family,
    description,
    parser,
    cues: cues.get(name)!,
    extractionFields: fields.get(name)!,
    aliases: rest.aliases,
    requiredForProcessing: rest.requiredForProcessing,
    ...(rest.variantOf !== null && { variantOf: rest.variantOf }),
  }))
}

function readCues(classes: readonly string[]): Map<string, DocumentClass['cues']> {
  const rows = readRows(
    new URL('cues.csv', import.meta.url),
    {
      class: choice(classes, 'a class of classes.csv'),
      place: choice(PLACES, 'a place'),
      phrase: text,
    },
    ['class', 'place', 'phrase'],
  )
  const cues = new Map(
    classes.map((name): [string, DocumentClass['cues']] => [
      name,
      { title: [], strong: [], weak: [], negative: [], filename: [] },
    ]),
  )
  for (const row of rows) cues.get(row.class)![row.place].push(row.phrase)
  return cues
}

/** A field is required when every document of the class has it. */
function readFields(classes: readonly string[]): Map<string, ExtractionField[]> {
  const rows = readRows(
    new URL('fields.csv', import.meta.url),
    {
      class: choice(classes, 'a class of classes.csv'),
      name: text,
      type: choice(FIELD_TYPES, 'a type of field'),
      required: flag,
      identifies: flag,
      hint: optional(text),
    },
    ['class', 'name'],
  )
  const fields = new Map(classes.map((name): [string, ExtractionField[]] => [name, []]))
  for (const { class: name, identifies, ...field } of rows)
    fields.get(name)!.push(identifies ? { ...field, identifies } : field)
  return fields
}
