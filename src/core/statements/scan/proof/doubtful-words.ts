import type { Problem } from '../../../values/problem.ts'
import { detectDecimalMark } from '../../print/amounts.ts'
import type { Statement, StatementRow } from '../../statement.ts'
import type { PrintedPage } from '../printed-page.ts'
import type { ScanWord } from '../scan-words.ts'

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
 * Statements of scans whose descriptions, check numbers or account number hold words with low
 * confidence. No sum proves a word, so a person has to look; a word that is read with confidence
 * elsewhere in the document is not reported.
 */
export function doubtfulWords(
  scans: readonly PrintedPage[],
  statements: readonly Statement[],
): Problem[] {
  const words = scans.flatMap(({ scan }) => scan!.words)
  const isForeign = detectDecimalMark(words.map(({ text }) => text)) === 'comma'
  const least = ({ text }: ScanWord): number =>
    isForeign && /\p{Ll}/u.test(text) ? SURE_OF_FOREIGN : SURE
  const sure = new Set(
    words
      .filter((word) => word.confidence >= least(word))
      .map(({ text }) => keepAlphanumeric(text)),
  )
  const isDoubtful = (word: ScanWord): boolean => {
    const plain = keepAlphanumeric(word.text)
    return word.confidence < least(word) && plain !== '' && !sure.has(plain)
  }
  return statements.flatMap((statement) => [
    ...doubtfulRows(statement, scans, isDoubtful),
    ...doubtfulNumber(statement, words, isDoubtful),
  ])
}

type IsDoubtful = (word: ScanWord) => boolean

function doubtfulRows(
  { index, rows }: Statement,
  scans: readonly PrintedPage[],
  isDoubtful: IsDoubtful,
): Problem[] {
  const doubts = rows.flatMap((row, at) => {
    const words = findRowWords(row, scans).filter(isDoubtful)
    return words.length > 0 ? [{ number: at + 1, words }] : []
  })
  if (doubts.length === 0) return []
  const texts = doubts.flatMap(({ words }) => words.map(({ text }) => text))
  const where = named(doubts.map(({ number }) => String(number)))
  const what = `Words of ${doubts.length === 1 ? 'row' : 'rows'} ${where} may be misread`
  return [buildProblem(index, `${what}: ${named([...new Set(texts)])}.`)]
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
const NUMBER = /(?:\D*\d){3}|[*xX#•]{3}.*\d/

/**
 * The account number decides whose rows these are; one confident reading of it is enough. Where
 * none was found, it may be among the digits that are doubtful.
 */
function doubtfulNumber(
  { index, accountNumber }: Statement,
  words: readonly ScanWord[],
  isDoubtful: IsDoubtful,
): Problem[] {
  const parts = new Set((accountNumber ?? '').split(' ').map(keepAlphanumeric))
  const doubts = words.filter((word) => {
    const isPart =
      accountNumber === null ? mayBeNumber(word) : parts.has(keepAlphanumeric(word.text))
    return isPart && isDoubtful(word)
  })
  if (doubts.length === 0) return []
  return [buildProblem(index, 'The account number may be misread.')]
}

function mayBeNumber({ text }: ScanWord): boolean {
  return NUMBER.test(text) && !/\d[.,]\d{2}\D*$/.test(text)
}

function buildProblem(index: number, message: string): Problem {
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
