import { boxAround, type CellPage } from '../print/cells.ts'
import type { FieldSpec } from '../rule.ts'
import { locate, type Candidate, type Search } from './locate.ts'

// …, OH 45402   …, Ohio 45402-1200   K1A 0B1
const WITH_ZIP = /\b(?:\d{5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/
/** City, state and ZIP stand at the height of the street or up to this many lines under it. */
const LINES_BELOW = 3.6
/** The labels of boxes stand over their values. */
const LINES_ABOVE = 1.8

const PART: Omit<FieldSpec, 'name' | 'rule'> = {
  label: '',
  kind: 'string',
  isRequired: false,
  pattern: null,
  options: [],
}
const PLACE: FieldSpec = { ...PART, name: 'place', rule: { format: 'address' } }
const CITY: FieldSpec = { ...PART, name: 'city', rule: { format: 'name' } }
const STATE: FieldSpec = { ...PART, name: 'state', rule: { format: 'state' } }
const ZIP: FieldSpec = { ...PART, name: 'zip', rule: { format: 'zip' } }

/** A street with the city, state and ZIP code that the form prints in blanks of their own. */
export function completeAddress(street: Candidate, search: Search): Candidate {
  const text = String(street.value)
  if (WITH_ZIP.test(text)) return street
  const near = { ...search, pages: search.pages.map((page) => cutNear(page, street)) }
  const place = locate(PLACE, ['city state zip', 'city state zip code', 'city st zip'], near)
  if (place) return join(street, [place], `${text}, ${String(place.value)}`)
  const [city, state, zip] = [
    locate(CITY, ['city', 'town', 'city town'], near),
    locate(STATE, ['state', 'st'], near),
    locate(ZIP, ['zip', 'zip code', 'postal code', 'zipcode'], near),
  ]
  if (!city || !state || !zip) return street
  const end = `${String(city.value)}, ${String(state.value)} ${String(zip.value)}`
  return join(street, [city, state, zip], `${text}, ${end}`)
}

/** The print beside and under the street. */
function cutNear(page: CellPage, { page: number, box }: Candidate): CellPage {
  const height = box[3] - box[1]
  const [top, bottom] = [box[1] - LINES_ABOVE * height, box[3] + LINES_BELOW * height]
  const cells = page.cells.filter(({ box: own }) => {
    const isAfter = own[1] < box[3] - 1 && own[0] > box[2]
    const isUnder = own[1] >= box[3] - 1
    return own[1] >= top && own[3] <= bottom && (isAfter || isUnder || own[3] <= box[1] + 1)
  })
  return { ...page, cells: page.number === number ? cells : [] }
}

function join(street: Candidate, parts: readonly Candidate[], value: string): Candidate {
  const all = [street, ...parts]
  return {
    ...street,
    value,
    raw: all.map(({ raw }) => raw).join(' '),
    box: boxAround(all),
    score: Math.min(...all.map(({ score }) => score)),
  }
}
