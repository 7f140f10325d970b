import type { Problem } from '../../../values/problem.ts'
import { detectDecimalMark } from '../../print/amounts.ts'
import type { Statement, StatementRow } from '../../statement.ts'
import { isProven } from '../../reconcile/reconcile.ts'
import { SPACE_DOUBT } from '../lost-spaces.ts'
import type { PrintedPage, ScanTools } from '../printed-page.ts'
import type { ScanWord } from '../scan-words.ts'
import { readEnlarged, type CloserReading } from './look-again.ts'

/**
 * Below this a word of a scan may be misread. Of ten worn statements with 583 rows each of the 33
 * misread descriptions had a word below it; 85 would have missed 3 of them.
 */
const SURE = 90
/**
 * In a language that the engine does not read it loses accents and is sure of it (`Kartenumsitze`
 * with 91); of words in its dictionary it says more than this.
 */
const SURE_OF_FOREIGN = 95
/** More rows and words than these are counted, not named. */
const MOST_NAMED = 12

/**
 * A closer look is sure of a word from this on. Of words in its dictionary and of plain numbers the
 * engine says 94 to 96; misread ones and those that lost a space it reads alike at every look
 * (`Qutboard`, `ZELLETO`), but with no more than 91.
 */
const SURE_OF_LOOK = 93
/** More words than these take longer to read again than a person would. */
const MOST_LOOKS = 60

/**
 * Statements of scans whose descriptions, check numbers or account number hold words with low
 * confidence. No sum proves a word, so a person has to look; a word that is read with confidence
 * elsewhere in the document, or by a closer look at it, is not reported.
 */
export async function doubtfulWords(
  scans: readonly PrintedPage[],
  statements: readonly Statement[],
  tools: Pick<ScanTools, 'ocr'>,
): Promise<Problem[]> {
  const words = scans.flatMap(({ scan }) => scan!.words)
  const isForeign = detectDecimalMark(words.map(({ text }) => text)) === 'comma'
  const isDoubtful = detectDoubt(words, isForeign)
  const doubts = statements.map((statement) => findDoubts(statement, scans, isDoubtful))
  const confirmed = await findConfirmed(scans, {
    words: doubts.filter(({ statement }) => isProven(statement)).flatMap(listWords),
    // What it loses of a language that it does not read, it loses at every look.
    canConfirm: ({ text }) => !isForeign || !/\p{L}/u.test(text),
    tools,
  })
  return doubts.flatMap((each) => describeDoubts(each, confirmed))
}

type IsDoubtful = (word: ScanWord) => boolean

function detectDoubt(words: readonly ScanWord[], isForeign: boolean): IsDoubtful {
  const least = ({ text }: ScanWord): number =>
    isForeign && /\p{Ll}/u.test(text) ? SURE_OF_FOREIGN : SURE
  const sure = new Set(
    words
      .filter((word) => word.confidence >= least(word))
      .map(({ text }) => keepAlphanumeric(text)),
  )
  return (word) => {
    const plain = keepAlphanumeric(word.text)
    return word.confidence < least(word) && plain !== '' && !sure.has(plain)
  }
}

/** What is doubtful in one statement. */
interface Doubts {
  statement: Statement
  rows: { number: number; words: ScanWord[] }[]
  /** Words that are, or may be, its account number. */
  account: ScanWord[]
}

function findDoubts(
  statement: Statement,
  scans: readonly PrintedPage[],
  isDoubtful: IsDoubtful,
): Doubts {
  const rows = statement.rows.map((row, at) => ({
    number: at + 1,
    words: findRowWords(row, scans).filter(isDoubtful),
  }))
  return { statement, rows, account: findNumberWords(statement, scans).filter(isDoubtful) }
}

function listWords({ statement, rows, account }: Doubts): ScanWord[] {
  const number = statement.accountNumber === null ? [] : account
  return [...rows.flatMap(({ words }) => words), ...number]
}

interface Confirming {
  words: readonly ScanWord[]
  canConfirm: (word: ScanWord) => boolean
  tools: Pick<ScanTools, 'ocr'>
}

/**
 * The words that every enlargement reads as the page did, each with confidence. Where a space may
 * be lost the letters prove nothing.
 */
async function findConfirmed(
  scans: readonly PrintedPage[],
  { words, canConfirm, tools }: Confirming,
): Promise<Set<ScanWord>> {
  const wanted = new Set(
    words.filter((word) => word.confidence > SPACE_DOUBT && canConfirm(word)).slice(0, MOST_LOOKS),
  )
  const confirmed = new Set<ScanWord>()
  for (const { scan } of scans) {
    const own = scan!.words.filter((word) => wanted.has(word))
    const image = own.length > 0 ? await scan!.image() : null
    if (!image) continue
    const look = { engine: await tools.ocr(), dpi: scan!.dpi }
    for (const word of own)
      if (isSame(word, await readEnlarged(image, word, look))) confirmed.add(word)
  }
  return confirmed
}

function isSame({ text }: ScanWord, readings: readonly CloserReading[]): boolean {
  const plain = keepAlphanumeric(text)
  const isAlike = ({ texts, confidence }: CloserReading): boolean =>
    confidence >= SURE_OF_LOOK && texts.length === 1 && keepAlphanumeric(texts[0]!) === plain
  return readings.length > 0 && readings.every(isAlike)
}

function describeDoubts(
  { statement, rows, account }: Doubts,
  confirmed: ReadonlySet<ScanWord>,
): Problem[] {
  const open = rows.flatMap(({ number, words }) => {
    const left = words.filter((word) => !confirmed.has(word))
    return left.length > 0 ? [{ number, words: left }] : []
  })
  const isNumberOpen = account.some((word) => !confirmed.has(word))
  return [
    ...(open.length > 0 ? [describeRows(statement, open)] : []),
    ...(isNumberOpen ? [buildProblem(statement, 'The account number may be misread.')] : []),
  ]
}

function describeRows(statement: Statement, doubts: Doubts['rows']): Problem {
  const texts = doubts.flatMap(({ words }) => words.map(({ text }) => text))
  const where = named(doubts.map(({ number }) => String(number)))
  const what = `Words of ${doubts.length === 1 ? 'row' : 'rows'} ${where} may be misread`
  return buildProblem(statement, `${what}: ${named([...new Set(texts)])}.`)
}

/** The words of a row's description and its check number, as they lie in its box. */
function findRowWords(
  { page, box, description, checkNumber }: StatementRow,
  scans: readonly PrintedPage[],
): ScanWord[] {
  const scan = scans.find(({ number }) => number === page)?.scan
  if (!scan || !box) return []
  const own = new Set([...description.split(' '), checkNumber ?? ''].map(keepAlphanumeric))
  const [x0, y0, x1, y1] = box
  return scan.words.filter(
    (word) =>
      word.baseline >= y0 &&
      word.baseline <= y1 &&
      word.x1 > x0 &&
      word.x0 < x1 &&
      own.has(keepAlphanumeric(word.text)),
  )
}

/** Digits that may be a number of an account: at least three of them, or some behind a mask. */
const NUMBER = /(?:\D*\d){3}|[*xX#•·●]{3}.*\d/

/**
 * The account number decides whose rows these are; one confident reading of it is enough. Where
 * none was found, it may be among the digits that are doubtful.
 */
function findNumberWords({ accountNumber }: Statement, scans: readonly PrintedPage[]): ScanWord[] {
  const words = scans.flatMap(({ scan }) => scan!.words)
  if (accountNumber === null) return words.filter(mayBeNumber)
  const parts = new Set(accountNumber.split(' ').map(keepAlphanumeric))
  return words.filter((word) => parts.has(keepAlphanumeric(word.text)))
}

function mayBeNumber({ text }: ScanWord): boolean {
  return NUMBER.test(text) && !/\d[.,]\d{2}\D*$/.test(text)
}

function buildProblem({ index }: Statement, message: string): Problem {
  return { code: 'doubtful_words', where: `statement ${index + 1}`, message }
}

function keepAlphanumeric(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '')
}

function named(names: readonly string[]): string {
  const more = names.length - MOST_NAMED
  const shown = names.slice(0, MOST_NAMED).join(', ')
  return more > 0 ? `${shown} and ${more} more` : shown
}
