import type { PageText } from '../../page-text.ts'
import { find, type Source } from '../find/source.ts'
import type { FieldSpec, FieldValue, ReadCell, ReadRow, ReadTable } from '../rule.ts'
import { readSignedDate } from './signed-dates.ts'
import { cutArea, cutAround, listOwnerAreas, type Area } from './areas.ts'
import type { Candidate } from '../find/locate.ts'
import type { SeenSignature } from './signatures.ts'

export const OWNERS = 'owners'

/** The columns of the table of owners, by the fields of the first of them. */
const OWNER_COLUMNS: Readonly<Record<string, string>> = {
  owner_name: 'name',
  owner_title: 'title',
  ownership_percent: 'ownership_percent',
  owner_date_of_birth: 'date_of_birth',
  owner_ssn_last4: 'ssn_last4',
  owner_address: 'address',
  owner_phone: 'phone',
  owner_email: 'email',
  owner_credit_score: 'credit_score',
}
const COLUMNS = Object.values(OWNER_COLUMNS)

/** Fields of the business that a label of an owner would also name. */
const SHARED_LABELS = new Set([
  'business_address',
  'business_phone',
  'business_email',
  'landlord_phone',
  'iso_phone',
  'iso_email',
  'bank_name',
])

/** The people of an application, and how its fields are found beside them. */
export interface People {
  table: ReadTable | null
  /** The form without its owners. */
  rest: Source
  find: (spec: FieldSpec) => Candidate | null
}

interface Form {
  specs: readonly FieldSpec[]
  build: (pages: readonly PageText[], specs?: FieldSpec[]) => Source
  whole: Source
  signatures: readonly SeenSignature[]
}

type Person = Readonly<Record<string, Candidate | null>>

/**
 * The owners under their headings or in their table, each value with its place; and a way to find
 * the other fields in what the form prints beside the owners.
 */
export function findPeople(pages: readonly PageText[], form: Form): People {
  const own = form.specs.map(widened)
  const areas = listOwnerAreas(pages)
  const underHeadings = areas
    .map((area) => readPerson(form.build(cutArea(pages, area), own), own))
    .filter(({ name }) => name !== null && name !== undefined)
  // One heading over a table of owners has the first row's values alone under it.
  const rows = readListed(pages, form, own)
  const listed = (rows?.persons.length ?? 0) > underHeadings.length ? rows : null
  const persons = listed?.persons ?? underHeadings
  const taken = listed?.areas ?? (persons.length > 0 ? areas : [])
  const rest = taken.length > 0 ? form.build(cutAround(pages, taken)) : form.whole
  const signed = findSigned(form, persons.length)
  return {
    table: persons.length > 0 ? toTable(persons, own, signed) : null,
    rest,
    find: (spec) => findField(spec, { form, rest, persons, signed }),
  }
}

/** Within an owner's part, labels need not say whose they are. */
function widened(spec: FieldSpec): FieldSpec {
  const { ownLabels = [], labels = [] } = spec.rule
  return { ...spec, rule: { ...spec.rule, labels: [...ownLabels, ...labels] } }
}

function readPerson(source: Source, specs: readonly FieldSpec[]): Person {
  const own = specs.filter(({ name }) => name in OWNER_COLUMNS)
  return Object.fromEntries(own.map((spec) => [OWNER_COLUMNS[spec.name]!, find(spec, source)]))
}

/** Owners as rows of a table, each with the lines under it. */
function readListed(
  pages: readonly PageText[],
  { build, whole }: Form,
  specs: FieldSpec[],
): { persons: Person[]; areas: Area[] } | null {
  const rows = whole.tables.find(({ table }) => table.name === OWNERS)?.table.rows ?? []
  const named = rows.filter(isOwner)
  if (named.length === 0) return null
  const areas = named.map((row, at) => toArea(row, named[at + 1], pages))
  const persons = named.map((row, at) => {
    const under = readPerson(build(cutArea(pages, areas[at]!), specs), specs)
    return { ...under, ...toCandidates(row), name: readNameCell(row) }
  })
  return { persons, areas }
}

/** A row under the head of owners: who, and which share. */
function isOwner({ values }: ReadRow): boolean {
  const { ownership_percent: percent } = values
  const isShare = typeof percent === 'number' && percent > 0 && percent <= 100
  return isShare && readName(values) !== null
}

function readName({ name, first_name: first, last_name: last }: ReadRow['values']): string | null {
  if (typeof name === 'string') return name
  return typeof first === 'string' && typeof last === 'string' ? `${first} ${last}` : null
}

function readNameCell(row: ReadRow): Candidate | null {
  const value = readName(row.values)
  const cell = row.cells?.name ?? row.cells?.first_name
  return value === null || !cell ? null : toCandidate(value, cell)
}

function toCandidates({ values, cells }: ReadRow): Person {
  const known = COLUMNS.filter((column) => (values[column] ?? null) !== null && cells?.[column])
  return Object.fromEntries(
    known.map((column) => [column, toCandidate(values[column]!, cells![column]!)]),
  )
}

function toCandidate(value: FieldValue, { raw, confidence, page, box }: ReadCell): Candidate {
  const place = { page: page!, box: box! }
  return {
    value,
    raw: raw ?? '',
    ...place,
    score: confidence ?? 0,
    isChecked: false,
    message: null,
  }
}

/** The lines from a row to the next; under the last as many as under the others. */
const LINES_UNDER = 2.2

function toArea(row: ReadRow, next: ReadRow | undefined, pages: readonly PageText[]): Area {
  const boxes = Object.values(row.cells ?? {}).flatMap(({ box }) => (box ? [box] : []))
  const top = Math.min(...boxes.map((box) => box[1])) - 1
  const height = Math.max(...boxes.map((box) => box[3])) - top
  const below = Object.values(next?.cells ?? {}).flatMap(({ box }) => (box ? [box[1]] : []))
  const page = pages.find(({ number }) => number === row.page)
  const isSamePage = next?.page === row.page && below.length > 0
  const bottom = isSamePage ? Math.min(...below) - 1 : top + LINES_UNDER * height
  return { page: row.page, x0: 0, x1: page?.width ?? Infinity, top, bottom }
}

/** What was seen at the place of each owner's signature. */
interface Signed {
  isSigned: boolean | null
  date: Candidate | null
  place: SeenSignature | null
}

/** The places in the order of the owners; one place alone is the first owner's. */
function findSigned({ signatures, whole, specs }: Form, count: number): Signed[] {
  const spec = specs.find(({ name }) => name === 'signed_date')
  return Array.from({ length: Math.max(1, count) }, (_, at): Signed => {
    const place = signatures[at] ?? null
    const date = place && spec ? readSignedDate(spec, place, whole) : null
    return { isSigned: place?.isSigned ?? null, date, place }
  })
}

interface Finding {
  form: Form
  rest: Source
  persons: readonly Person[]
  signed: readonly Signed[]
}

function findField(spec: FieldSpec, { form, rest, persons, signed }: Finding): Candidate | null {
  const column = OWNER_COLUMNS[spec.name]
  const [first] = persons
  if (column && first) return first[column] ?? null
  if (spec.name === 'signature_present') return find(spec, form.whole) ?? toPresence(signed)
  if (spec.name === 'signed_date') return signed[0]?.date ?? find(spec, form.whole)
  const found = find(spec, rest)
  if (found || rest === form.whole || SHARED_LABELS.has(spec.name)) return found
  return find(spec, form.whole)
}

const INK_TRUST = 0.9

function toPresence([first]: readonly Signed[]): Candidate | null {
  if (!first?.place || first.isSigned === null) return null
  const { page, region } = first.place
  return {
    value: first.isSigned,
    raw: '',
    page,
    box: region,
    score: INK_TRUST,
    isChecked: false,
    message: null,
  }
}

function toTable(
  persons: readonly Person[],
  specs: readonly FieldSpec[],
  signed: readonly Signed[],
): ReadTable {
  const own = specs.filter(({ name }) => name in OWNER_COLUMNS)
  const columns = own.map(({ name, kind }) => ({ name: OWNER_COLUMNS[name]!, type: kind }))
  return {
    name: OWNERS,
    columns: [
      ...columns,
      { name: 'has_signature', type: 'boolean' },
      { name: 'signed_date', type: 'date' },
    ],
    rows: persons.map((person, at) => toRow(person, signed[at]!)),
  }
}

function toRow(person: Person, { isSigned, date, place }: Signed): ReadRow {
  const found = Object.entries({ ...person, signed_date: date })
  const cells = found.flatMap(([column, each]): [string, ReadCell][] =>
    each ? [[column, toCell(each)]] : [],
  )
  const seen: [string, ReadCell][] =
    place && isSigned !== null
      ? [
          [
            'has_signature',
            { raw: null, confidence: INK_TRUST, page: place.page, box: place.region },
          ],
        ]
      : []
  return {
    page: person.name!.page,
    values: {
      ...Object.fromEntries(found.map(([column, each]) => [column, each?.value ?? null])),
      has_signature: isSigned,
    },
    cells: Object.fromEntries([...cells, ...seen]),
  }
}

function toCell({ raw, score, page, box }: Candidate): ReadCell {
  return { raw, confidence: Math.round(Math.min(0.99, score) * 100) / 100, page, box }
}
