import type { Candidate } from './locate.ts'
import { boxAround, type Cell, type CellPage } from '../print/cells.ts'
import type { FieldSpec } from '../rule.ts'
import { readValue, type ReadingContext } from '../print/values.ts'

/** A page as one text with line breaks where the print breaks off, and which cell each part is. */
interface RunningText {
  text: string
  parts: { cell: Cell; from: number }[]
}

const PROSE_TRUST = 0.92
const RAW_MAX = 300

/** The value that the first of the field's patterns finds in the pages' running text. */
export function readProse(
  spec: FieldSpec,
  pages: readonly CellPage[],
  context: ReadingContext,
): Candidate | null {
  const texts = pages.map(runningText)
  for (const pattern of spec.rule.patterns ?? []) {
    for (const text of texts) {
      const found = matchIn(text, pattern, { spec, context })
      if (found) return found
    }
  }
  return null
}

/** Where running text of the pages makes a field true; null where none does. */
export function readPresence({ rule }: FieldSpec, pages: readonly CellPage[]): Candidate | null {
  for (const page of pages) {
    const { text, parts } = runningText(page)
    const match = rule.presence?.map((pattern) => pattern.exec(text)).find((one) => one !== null)
    if (!match) continue
    const end = match.index + match[0].length
    const cells = parts
      .filter((part) => part.from < end && part.from + part.cell.text.length > match.index)
      .map(({ cell }) => cell)
    const raw = match[0].slice(0, RAW_MAX)
    const place = { page: page.number, box: boxAround(cells) }
    return { value: true, raw, ...place, score: PROSE_TRUST, isChecked: false, message: null }
  }
  return null
}

function runningText(page: CellPage): RunningText {
  const parts: RunningText['parts'] = []
  let text = ''
  for (const cell of page.cells) {
    const last = parts.at(-1)?.cell
    if (last) text += goesOn(last, cell, page) ? ' ' : '\n'
    parts.push({ cell, from: text.length })
    text += cell.text
  }
  return { text, parts }
}

/** A full line under which the next begins at the same edge is wrapped. */
function goesOn(last: Cell, next: Cell, { width }: CellPage): boolean {
  const height = last.box[3] - last.box[1]
  const isFull = last.box[2] > 0.7 * width && next.line === last.line + 1
  return isFull && next.box[1] - last.box[3] < height && next.box[0] - last.box[0] < 3 * height
}

function matchIn(
  { text, parts }: RunningText,
  pattern: RegExp,
  { spec, context }: { spec: FieldSpec; context: ReadingContext },
): Candidate | null {
  const match = pattern.exec(text)
  const raw = match?.groups?.value?.trim()
  if (!match || !raw) return null
  const found = readValue(raw, spec, context)
  if (!found) return null
  const from = match.index + match[0].indexOf(raw)
  const touched = parts.filter(
    (part) => part.from < from + raw.length && part.from + part.cell.text.length > from,
  )
  const cells = touched.map(({ cell }) => cell)
  const { value, isChecked, message } = found
  return {
    value,
    raw,
    page: cells[0]?.page ?? 1,
    box: boxAround(cells),
    score: message === null ? PROSE_TRUST : PROSE_TRUST / 2,
    isChecked,
    message,
  }
}
