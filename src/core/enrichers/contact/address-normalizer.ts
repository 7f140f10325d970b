import { choice, text } from '../../values/rows/cells.ts'
import { readRows } from '../../values/rows/rows.ts'
import { STATES } from '../../values/us/states.ts'
import { isZipOfState } from '../../values/us/zip-codes.ts'
import { declareEnricher, found, unknown } from '../enricher.ts'
import type { AddressValue } from '../inputs.ts'

const WORDS = readRows(
  new URL('street-words.csv', import.meta.url),
  { kind: choice(['suffix', 'direction', 'unit'], 'a kind'), word: text, short: text },
  ['kind', 'word'],
)
const SUFFIXES = shortsByWord('suffix')
const DIRECTIONS = shortsByWord('direction')
const UNITS = shortsByWord('unit')

// 78701, 78701-1234, 787011234
const ZIP = /^(?<five>\d{5})(?:-?(?<four>\d{4}))?$/
// P.O. Box 12, PO BOX 12
const PO_BOX = /^(?:P\.?\s*O\.?\s*BOX|POST OFFICE BOX)\s+(?<number>\S+)$/
/** The form is checked, not whether mail arrives there. */
const FORM_CONFIDENCE = 0.85

/** An address in the form of the United States Postal Service. */
export const addressNormalizer = declareEnricher({
  name: 'address_normalizer',
  label: 'Address',
  description:
    'Writes an address as the US Postal Service does, and checks that the ZIP code is one of the state.',
  category: 'contact',
  required: ['address'],
  outputs: {
    line1: ['string', 'Street'],
    line2: ['string', 'Unit'],
    city: ['string', 'City'],
    state: ['string', 'State, as its postal code'],
    postal_code: ['string', 'ZIP code'],
    formatted: ['string', 'The address on one line'],
    is_complete: ['boolean', 'Street, city, state and ZIP code are there'],
    is_po_box: ['boolean', 'It is a post office box'],
    zip_matches_state: ['boolean', 'The ZIP code is one of the state'],
  },
  sourceUrl: 'https://pe.usps.com/text/pub28/welcome.htm',
  run: ({ address }) => {
    const parts = normalizeParts(address)
    const { line1, line2, city, state, zip } = parts
    const isComplete = [line1, city, state, zip].every((part) => part !== null)
    const street = [line1, line2].filter(Boolean).join(' ')
    const place = [city && `${city},`, state, zip].filter(Boolean).join(' ')
    const matches = zip !== null && state !== null ? isZipOfState(zip, state) : null
    const sure = (value: string | null) =>
      value === null ? unknown() : found(value, FORM_CONFIDENCE)
    return {
      line1: sure(line1),
      line2: sure(line2),
      city: sure(city),
      state: sure(state),
      postal_code: sure(zip),
      formatted: isComplete
        ? found(`${street}, ${place}`, FORM_CONFIDENCE)
        : unknown('A part is missing.'),
      is_complete: found(isComplete, 1),
      is_po_box: line1 === null ? unknown() : found(line1.startsWith('PO BOX '), 1),
      zip_matches_state: matches === null ? unknown() : found(matches, 1),
    }
  },
})

function normalizeParts({ line1, line2, city, state, postal_code: zip }: AddressValue) {
  const street = splitUnit(normalizeStreet(line1 ?? null), line2 ?? null)
  const { five, four } = ZIP.exec((zip ?? '').replaceAll(' ', ''))?.groups ?? {}
  return {
    ...street,
    city: clean(city ?? null),
    state: toState(state ?? null),
    zip: five === undefined ? null : four === undefined ? five : `${five}-${four}`,
  }
}

function clean(part: string | null): string | null {
  const text = (part ?? '').toUpperCase().replace(/[.,]/g, ' ').replace(/\s+/g, ' ').trim()
  return text === '' ? null : text
}

function toState(state: string | null): string | null {
  const text = clean(state)
  if (text === null) return null
  if (Object.hasOwn(STATES, text)) return text
  return Object.entries(STATES).find(([, name]) => name.toUpperCase() === text)?.[0] ?? null
}

/** `350 North Main Street, Suite 4` as `350 N MAIN ST STE 4`. */
function normalizeStreet(line: string | null): string[] {
  const text = clean(line)
  if (text === null) return []
  const box = PO_BOX.exec(text.replaceAll('P O BOX', 'PO BOX'))?.groups?.number
  if (box !== undefined) return ['PO', 'BOX', box]
  const words = text.replace(/#\s*/g, 'STE ').split(' ')
  const unitAt = words.findIndex((word, at) => at > 1 && UNITS.has(word))
  const street = unitAt === -1 ? words : words.slice(0, unitAt)
  const suffixAt = street.findLastIndex((word, at) => at > 1 && SUFFIXES.has(word))
  return words.map((word, at) => {
    if (unitAt !== -1 && at >= unitAt) return UNITS.get(word) ?? word
    if (at === suffixAt) return SUFFIXES.get(word)!
    // A direction before the name of the street, or behind its suffix.
    const isDirection = (at === 1 && street.length > 3) || (suffixAt !== -1 && at > suffixAt)
    return isDirection ? (DIRECTIONS.get(word) ?? word) : word
  })
}

/** The unit stands on a line of its own. */
function splitUnit(words: readonly string[], second: string | null) {
  const at = words.findIndex((word, place) => place > 1 && UNIT_SHORTS.has(word))
  const own = clean(second)?.replace(/^#\s*/, 'STE ').split(' ') ?? []
  const unit = own.map((word) => UNITS.get(word) ?? word)
  const street = at === -1 ? words : words.slice(0, at)
  const line2 = [...(at === -1 ? [] : words.slice(at)), ...unit].join(' ')
  return { line1: street.join(' ') || null, line2: line2 || null }
}

function shortsByWord(kind: string): ReadonlyMap<string, string> {
  return new Map(WORDS.filter((row) => row.kind === kind).map(({ word, short }) => [word, short]))
}

const UNIT_SHORTS = new Set(UNITS.values())
