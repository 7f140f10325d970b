import type { Cell, CellPage } from '../print/cells.ts'
import { FORMATS } from '../print/formats.ts'
import { readValue } from '../print/values.ts'
import type { FieldSpec } from '../rule.ts'
import { locate, type Candidate, type Search } from './locate.ts'

/** Trust in what only its form shows: a telephone behind a name. */
const FORM_TRUST = 0.8

/**
 * A value at the height of another field's: `Landlord: A. Bell   Phone: …`. Under one of its
 * labels, or the only one of its form.
 */
export function readOnLine(spec: FieldSpec, anchor: Candidate, search: Search): Candidate | null {
  const near = { ...search, pages: search.pages.map((page) => cutLine(page, anchor)) }
  const { format = 'text', sameLine } = spec.rule
  const labelled = locate(spec, sameLine!.labels, near)
  if (labelled) return labelled
  if (format !== 'phone' && format !== 'email') return null
  const cells = near.pages.flatMap((page) => page.cells)
  const found = cells.filter(({ text }) => isWhole(text, FORMATS[format].pattern))
  const [only] = found
  const value = only && readValue(only.text, spec, search.context)
  if (!only || !value || found.length > 1) return null
  return {
    value: value.value,
    raw: only.text,
    page: only.page,
    box: only.box,
    score: FORM_TRUST,
    isChecked: value.isChecked,
    message: value.message,
  }
}

function isWhole(text: string, pattern: RegExp): boolean {
  return pattern.exec(text.trim())?.[0] === text.trim()
}

/** What stands to the right of the value, at its height. */
function cutLine(page: CellPage, { page: number, box }: Candidate): CellPage {
  const isLevel = (cell: Cell): boolean => {
    const overlap = Math.min(cell.box[3], box[3]) - Math.max(cell.box[1], box[1])
    return overlap >= 0.5 * Math.min(cell.box[3] - cell.box[1], box[3] - box[1])
  }
  const cells = page.cells.filter((cell) => cell.box[0] >= box[2] && isLevel(cell))
  return { ...page, cells: page.number === number ? cells : [] }
}
