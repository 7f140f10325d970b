import { detectDecimalMark, type DecimalMark } from '../../print/amounts.ts'
import { groupLines, type PrintLine } from '../../pdf/lines.ts'
import type { Cents } from '../../../values/money.ts'
import { balanceSign, isProven } from '../../reconcile/reconcile.ts'
import type { Statement } from '../../statement.ts'
import { AMOUNT_ALPHABET, amountForms, amountIn, bareForms } from './amount-forms.ts'
import { lookAgain } from './look-again.ts'
import type { PrintedPage, ScanTools } from '../printed-page.ts'
import { findSuspects, type Suspect } from './suspects.ts'
import type { ScanWord } from '../scan-words.ts'

/** A word read again with another result, because only then the statement closes. */
export interface Repair {
  page: number
  word: ScanWord
  text: string
}

/** Reads statements from lines; called once per trial, so it must not keep state. */
export type ReadLines = (lines: readonly PrintLine[]) => Statement[]

/** Readings of all tables that are tried; each takes milliseconds. */
const MOST_TRIALS = 240

/**
 * Statements of scanned pages, with misread amounts read again where they do not add up. A word is
 * replaced only when a closer look at the image, or an exchange of letters and separators that
 * engines confuse, supports it, when with it the statement closes, and when no other reading of the
 * same money does. No figure is computed to fill a gap: a figure that is not on paper stays open,
 * so that a forged amount is reported and not corrected.
 */
export async function proveScans(
  pages: readonly PrintedPage[],
  read: ReadLines,
  tools: ScanTools,
): Promise<{ statements: Statement[]; repairs: Repair[] }> {
  const statements = read(pages.flatMap(({ lines }) => lines))
  const isDone = statements.length > 0 && statements.every(isProven)
  if (isDone || pages.every(({ scan }) => scan === null)) return { statements, repairs: [] }
  const mark = detectDecimalMark(pages.flatMap(({ lines }) => lines.map(({ text }) => text)))
  const suspects = findSuspects(pages, statements, mark)
  const options = await listOptions(suspects, mark, tools)
  const found = search({ pages, read, mark, trialsLeft: MOST_TRIALS }, options, statements)
  return found ?? { statements, repairs: [] }
}

interface Option extends Repair {
  /** By how much it moves the amount; null when the word was none. */
  delta: Cents | null
  /** The same signs in the form of an amount; not from a closer look. */
  isForm: boolean
}

async function listOptions(
  suspects: readonly Suspect[],
  mark: DecimalMark,
  tools: ScanTools,
): Promise<Option[]> {
  const engine = await tools.ocr()
  const options: Option[] = []
  for (const page of new Set(suspects.map((suspect) => suspect.page))) {
    const image = await page.scan!.image()
    if (!image) continue
    for (const suspect of suspects.filter((each) => each.page === page)) {
      const ocr = { engine, alphabet: AMOUNT_ALPHABET, dpi: page.scan!.dpi }
      const texts = [suspect.word.text, ...(await lookAgain(image, suspect.word, ocr))]
      options.push(...optionsFor(suspect, texts, mark))
    }
  }
  return options
}

function optionsFor(
  { page, word, isAligned }: Suspect,
  texts: string[],
  mark: DecimalMark,
): Option[] {
  const listForms = (text: string): string[] => [
    ...amountForms(text, mark),
    ...(isAligned ? bareForms(text, mark) : []),
  ]
  const forms = new Set(texts.flatMap(listForms))
  const own = new Set(listForms(word.text))
  const current = amountIn(word.text, mark)
  return [...forms].flatMap((text) => {
    const cents = amountIn(text, mark)!
    if (cents === current) return []
    const delta = current === null ? null : cents - current
    return [{ page: page.number, word, text, delta, isForm: current === null && own.has(text) }]
  })
}

interface Search {
  pages: readonly PrintedPage[]
  read: ReadLines
  mark: DecimalMark
  trialsLeft: number
}

interface Attempt {
  chosen: Option[]
  statements: Statement[]
}

/** The only set of options that closes further statements; null when there is none. */
function search(context: Search, options: readonly Option[], statements: Statement[]) {
  const best = climb(context, options, pickStart(context, options, statements))
  const proven = best.chosen.filter(({ page }) => isProvenPage(page, best.statements))
  const kept = onlyNeeded(context, proven)
  const closed = kept.length === 0 ? null : tryOut(context, kept)
  if (!closed || countFaults(closed) >= countFaults(statements)) return null
  if (kept.some((option) => isAmbiguous(context, { option, kept, options, closed }))) return null
  return { statements: closed, repairs: kept }
}

/** All words that only lack the form of an amount replaced at once, where that is no worse. */
function pickStart(context: Search, options: readonly Option[], statements: Statement[]): Attempt {
  const plain: Attempt = { chosen: [], statements }
  const chosen = [
    ...new Map(
      options.filter(({ isForm }) => isForm).map((option) => [option.word, option]),
    ).values(),
  ]
  const trial = chosen.length === 0 ? null : tryOut(context, chosen)
  return trial && isBetter(trial, statements) ? { chosen, statements: trial } : plain
}

/** Adds the options one by one that improve the result, until all is proven or none helps. */
function climb(context: Search, options: readonly Option[], start: Attempt): Attempt {
  let best = start
  while (countFaults(best.statements) > 0) {
    const { chosen, statements } = best
    const free = ordered(options, statements).filter(
      (option) => !chosen.some(({ word }) => word === option.word),
    )
    const next = findFirst(free, (option): Attempt | null => {
      const trial = tryOut(context, [...chosen, option])
      const isTaken = trial !== null && isBetter(trial, statements)
      return isTaken ? { chosen: [...chosen, option], statements: trial } : null
    })
    if (!next) return best
    best = next
  }
  return best
}

function findFirst<Item, Found>(items: readonly Item[], find: (item: Item) => Found | null) {
  for (const item of items) {
    const found = find(item)
    if (found !== null) return found
  }
  return null
}

/** Without the options that make no difference to what is proven. */
function onlyNeeded(context: Search, chosen: readonly Option[]): Option[] {
  let kept = [...chosen]
  for (const option of chosen) {
    const rest = kept.filter((other) => other !== option)
    const [all, fewer] = [tryOut(context, kept), tryOut(context, rest)]
    if (all && fewer && countFaults(fewer) <= countFaults(all) && rowsText(fewer) === rowsText(all))
      kept = rest
  }
  return kept
}

/** Null when the trials are used up. */
function tryOut(context: Search, chosen: readonly Option[]): Statement[] | null {
  if (context.trialsLeft <= 0) return null
  context.trialsLeft -= 1
  const texts = new Map(chosen.map(({ word, text }) => [word, text]))
  const lines = context.pages.flatMap((page) => {
    const { scan, number } = page
    if (!scan || !scan.words.some((word) => texts.has(word))) return page.lines
    const words = scan.words.map((word) => ({ ...word, text: texts.get(word) ?? word.text }))
    return groupLines(words, number)
  })
  return context.read(lines)
}

/** What is wrong with statements: 0 when all of them are proven. */
function countFaults(statements: readonly Statement[]): number {
  return statements.reduce((sum, statement) => {
    const { checks, difference } = statement.reconciliation
    const rows = checks.filter(({ passed }) => !passed).flatMap((check) => check.rows)
    const unknown = [statement.openingBalance, statement.closingBalance].filter(
      (balance) => balance === null,
    )
    const unproven = isProven(statement) ? 0 : 1000
    return sum + unproven + rows.length + 5 * unknown.length + Number((difference ?? 0) !== 0)
  }, 0)
}

/** Whether statements prove more than before: fewer faults, and no fewer statements or rows. */
export function provesMore(after: readonly Statement[], before: readonly Statement[]): boolean {
  return isBetter(after, before) && countFaults(after) < countFaults(before)
}

/** Fewer faults, or more rows with no more faults; never fewer rows. */
function isBetter(after: readonly Statement[], before: readonly Statement[]): boolean {
  const countRows = (list: readonly Statement[]): number =>
    list.reduce((sum, { rows }) => sum + rows.length, 0)
  const gain = countRows(after) - countRows(before)
  if (after.length < before.length || gain < 0) return false
  const fewer = countFaults(before) - countFaults(after)
  return fewer > 0 || (fewer === 0 && gain > 0)
}

function isProvenPage(page: number, statements: readonly Statement[]): boolean {
  const around = statements.filter(
    ({ pages }) => pages !== null && pages.start <= page && page <= pages.end,
  )
  return around.length > 0 && around.every(isProven)
}

/** Options that move the money that is missing first, then words that were no amount at all. */
function ordered(options: readonly Option[], statements: readonly Statement[]): Option[] {
  const wanted = new Set(statements.flatMap(missingMoney))
  const rank = ({ delta }: Option): number =>
    delta === null ? 1 : wanted.has(Math.abs(delta)) ? 0 : 2
  return options.toSorted((a, b) => rank(a) - rank(b))
}

/** The amounts by which totals and running balances are off; half of it for wrong signs. */
function missingMoney(statement: Statement): Cents[] {
  const { difference } = statement.reconciliation
  const sign = balanceSign(statement)
  const money = [Math.abs(difference ?? 0)]
  let balance = statement.openingBalance
  for (const row of statement.rows) {
    if (balance !== null) balance += sign * row.amount
    if (row.balance === null) continue
    if (balance !== null) money.push(Math.abs(row.balance - balance))
    balance = row.balance
  }
  return money.filter((cents) => cents > 0)
}

interface Choice {
  option: Option
  kept: readonly Option[]
  options: readonly Option[]
  closed: readonly Statement[]
}

/** Whether another option instead of this one closes the statement with other rows. */
function isAmbiguous(context: Search, { option, kept, options, closed }: Choice): boolean {
  const rest = kept.filter((other) => other !== option)
  const rivals = options.filter(
    (other) =>
      other !== option &&
      !rest.some(({ word }) => word === other.word) &&
      (other.word === option.word || (other.delta !== null && other.delta === option.delta)),
  )
  return rivals.some((rival) => {
    const trial = tryOut(context, [...rest, rival])
    // Without trials left it may be ambiguous.
    if (!trial) return true
    return countFaults(trial) <= countFaults(closed) && rowsText(trial) !== rowsText(closed)
  })
}

function rowsText(statements: readonly Statement[]): string {
  return statements
    .flatMap(({ rows }) => rows.map(({ amount, balance }) => `${amount} ${balance}`))
    .join('\n')
}
