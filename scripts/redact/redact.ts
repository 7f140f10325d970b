import type { PrintLine } from '../../src/core/statements/pdf/lines.ts'
import { wordIndexAt } from '../../src/core/statements/print/read-line.ts'
import { readStatement } from '../../src/core/statements/read-statement.ts'
import type { StatementRow } from '../../src/core/statements/statement.ts'
import type { Cents } from '../../src/core/values/money.ts'
import { differences, leftovers } from './compare.ts'
import { SAME_FIGURES } from './figures.ts'
import { readOldPages } from './old-pages.ts'
import { getFileDay, buildPlan, type Plan, type Redacted, type RedactOptions } from './plan.ts'
import { redactParts } from './redact-parts.ts'
import { rewrite } from './rewrite.ts'
import { setPages, type NewPage } from './set-pages.ts'

/**
 * A new PDF with the geometry of the old one and nothing private in it: words at their places, over
 * their widths, in a standard font; of a text its lines. Null for what is neither.
 */
export async function redact(bytes: Uint8Array, options: RedactOptions): Promise<Redacted | null> {
  const { hints, tools } = options
  const reading = await readStatement(bytes, hints, tools)
  const pages = await readOldPages(bytes, options, reading.facts.pageCount ?? 0)
  if (pages.length === 0) return redactParts(bytes, options, reading)
  const lines = pages.flatMap((page) => page.lines.map(({ text }) => text))
  const plan = buildPlan(reading, lines, options)
  const newPages = pages.map((page) => ({
    ...page,
    lines: page.lines.map((line) => newLine(line, plan)),
  }))
  const set = await setPages(newPages, getFileDay(reading))
  const unlocked = { hints: { filename: hints.filename }, tools }
  const after = await readStatement(set, unlocked.hints, tools)
  const printed = (await readOldPages(set, unlocked, pages.length)).flatMap(({ lines }) => lines)
  const texts = printed.map(({ text }) => text)
  const left = leftovers(texts, plan.account, plan.rules.names)
  const areFiguresNew = plan.figures !== SAME_FIGURES
  return {
    bytes: set,
    account: plan.account,
    areFiguresNew,
    differences: differences(reading, after),
    leftovers: areFiguresNew || options.keepsAmounts ? left : [...left, 'amounts: no others fit'],
    extension: 'pdf',
    pagesCount: pages.length,
    scannedPagesCount: pages.filter(({ isScan }) => isScan).length,
  }
}

function newLine(
  line: PrintLine,
  { rules, account, figures, rows }: Plan,
): NewPage['lines'][number] {
  const middle = (line.y0 + line.y1) / 2
  const inHeight = (rows.get(line.page) ?? []).filter(
    ({ box }) => box![1] <= middle && middle <= box![3],
  )
  const rowAt = (from: number): StatementRow | undefined => {
    const word = line.words[wordIndexAt(line, from)]!
    return inHeight.find(({ box }) => box![0] <= word.x1 && word.x0 <= box![2])
  }
  const figure = (cents: Cents, from: number): Cents => {
    const row = rowAt(from)
    return row ? figures.inRow(row, cents) : figures.elsewhere(cents)
  }
  const signs = rewrite(line.text, rules, { account, figure })
  return line.words
    .map((word, at) => {
      const start = line.offsets[at]!
      const text = signs.slice(start, start + word.text.length).join('')
      return { ...word, text, before: word.text }
    })
    .filter(({ text }) => text !== '')
}
