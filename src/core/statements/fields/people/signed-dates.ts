import type { Source } from '../find/source.ts'
import type { FieldSpec } from '../rule.ts'
import { locate, type Candidate } from '../find/locate.ts'
import type { SignaturePlace } from './signatures.ts'

/** Under or over the label of a signature stands its date, up to so many lines away. */
const LINES = 5

/**
 * The date beside a place for a signature: on its line to the right, or in its column. Labels of
 * dates stand in many places of a form; here they can only mean the signature.
 */
export function readSignedDate(
  spec: FieldSpec,
  place: SignaturePlace,
  { search }: Source,
): Candidate | null {
  const { labels = [], signatureLabels = [] } = spec.rule
  const [x0, y0, x1, y1] = place.label
  const height = y1 - y0
  const pages = search.pages.map((page) => ({
    ...page,
    cells: page.cells.filter(({ box }) => {
      const isLevel = box[3] > y0 - 2 * height && box[1] < y1 + 0.5 * height && box[0] >= x1
      const isUnder = box[1] >= y1 - 1 && box[1] < y1 + LINES * height
      const isInColumn = isUnder && box[0] < place.region[2] && box[2] > x0 - height
      return page.number === place.page && (isLevel || isInColumn)
    }),
  }))
  return locateNearest(spec, [...labels, ...signatureLabels], { ...search, pages })
}

/** Of several owners who sign beside each other, each has the date nearest to the right. */
function locateNearest(
  spec: FieldSpec,
  labels: readonly string[],
  search: Source['search'],
): Candidate | null {
  const found = locate(spec, labels, search)
  if (!found) return null
  const pages = search.pages.map((page) => ({
    ...page,
    cells: page.cells.filter(({ box }) => box[2] <= found.box[0]),
  }))
  const nearer = pages.some(({ cells }) => cells.length > 0)
    ? locateNearest(spec, labels, { ...search, pages })
    : null
  return nearer ?? found
}
