import { DOCUMENT_CLASSES } from '../../core/statements/classes/index.ts'
import type { DocumentClass } from '../../core/statements/document-class.ts'
import { formatLabel } from '../../core/values/text.ts'
import type { Context } from '../../platform/context.ts'
import { derivedId } from '../../platform/crypto/derived-id.ts'
import { listClassRows, type ClassField, type ClassRow } from './store.ts'

/**
 * A class as a tenant sees it: a built-in one with the tenant's layer over it, or the tenant's own.
 */
export interface ClassRecord extends DocumentClass {
  id: string
  isBuiltin: boolean
  isActive: boolean
  extractionFields: ClassField[]
  retentionDays: number | null
  /** Null for a built-in class that the tenant has not changed. */
  createdAt: string | null
  updatedAt: string | null
}

/** Built-in classes in the order of the reference, then the tenant's own by name. */
export async function listClasses(ctx: Context): Promise<ClassRecord[]> {
  return layerAll(await listClassRows(ctx))
}

/**
 * The classes a document can be given: built-in ones with the tenant's layers, and the tenant's
 * own.
 */
export async function listClassesInForce(ctx: Context): Promise<DocumentClass[]> {
  return (await listClasses(ctx)).filter(({ isActive }) => isActive)
}

/** What a request names of classes: none where the reader's own are in force, the built-in ones. */
export type ReaderClasses = readonly DocumentClass[] | undefined

/** The classes in force for a request to the reader. */
export async function listClassesForReader(ctx: Context): Promise<ReaderClasses> {
  const rows = await listClassRows(ctx)
  return rows.length === 0 ? undefined : layerAll(rows).filter(({ isActive }) => isActive)
}

/** The class that a reader with these has found. */
export function findForReader(
  classes: ReaderClasses,
  found: string | null,
): DocumentClass | undefined {
  return (classes ?? DOCUMENT_CLASSES).find(({ name }) => name === found)
}

function layerAll(rows: readonly ClassRow[]): ClassRecord[] {
  const layers = new Map(rows.filter((row) => row.isBuiltin).map((row) => [row.name, row]))
  const own = rows.filter((row) => !row.isBuiltin)
  return [
    ...DOCUMENT_CLASSES.map((each) => layered(each, layers.get(each.name))),
    ...own.map(ownClass),
  ]
}

function layered(builtin: DocumentClass, layer: ClassRow | undefined): ClassRecord {
  const { label, cues, extractionFields = [] } = layer?.body ?? {}
  return {
    ...builtin,
    label: label ?? builtin.label,
    cues: cues ? joined(builtin.cues, cues) : builtin.cues,
    extractionFields: [...builtin.extractionFields.map(fullField), ...extractionFields],
    id: derivedId('document-class', builtin.name),
    isBuiltin: true,
    isActive: layer?.isActive ?? true,
    retentionDays: layer?.retentionDays ?? null,
    createdAt: layer?.createdAt ?? null,
    updatedAt: layer?.updatedAt ?? null,
  }
}

function joined(base: DocumentClass['cues'], extra: DocumentClass['cues']): DocumentClass['cues'] {
  const kinds = Object.keys(base) as (keyof DocumentClass['cues'])[]
  return Object.fromEntries(
    kinds.map((kind) => [kind, [...base[kind], ...extra[kind]]]),
  ) as unknown as DocumentClass['cues']
}

function fullField(field: DocumentClass['extractionFields'][number]): ClassField {
  return { ...field, label: formatLabel(field.name), pattern: null, enum: [] }
}

function ownClass({ body, ...row }: ClassRow): ClassRecord {
  return {
    label: formatLabel(row.name),
    family: 'other',
    description: '',
    parser: 'none',
    cues: NO_CUES,
    extractionFields: [],
    aliases: [],
    requiredForProcessing: false,
    ...body,
    ...row,
  }
}

export const NO_CUES: DocumentClass['cues'] = {
  title: [],
  strong: [],
  weak: [],
  negative: [],
  filename: [],
}
