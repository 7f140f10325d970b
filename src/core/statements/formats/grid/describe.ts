import { plainWords } from '../../vocabulary/plain-words.ts'
import { selectColumns, type Column, type Columns } from './columns/header.ts'
import { STAND_IN_RANK } from './columns/text-columns.ts'

/**
 * What a row is for: the texts of its columns of words in their order, as a person would copy them
 * (`Auftraggeber`, then `Verwendungszweck`). One that repeats the words of another is left out.
 * Without any, the longest text of a column whose heading says nothing, else its type.
 */
export function describe(cells: readonly string[], columns: Columns): string {
  const textIn = ({ index, holder }: Column): string => {
    const cell = cells[index] ?? ''
    return cell === holder ? '' : cell
  }
  const filled = selectColumns(columns, 'description').filter((column) => textIn(column) !== '')
  const joined = filled.filter(({ rank }) => rank < STAND_IN_RANK)
  const used = joined.length > 0 ? joined : filled.slice(0, 1)
  const texts = used.toSorted((a, b) => a.index - b.index).map(textIn)
  return joinTexts(texts) || longestText(cells, columns) || firstText(cells, columns)
}

/** The texts but for those whose words all stand in another one. */
function joinTexts(texts: readonly string[]): string {
  const words = texts.map((text) => ` ${plainWords(text)} `)
  return texts
    .filter((_, at) =>
      words.every((other, place) => {
        const isRepeated = place !== at && other.includes(words[at]!)
        return !isRepeated || (other === words[at] && place > at)
      }),
    )
    .join(' ')
}

function longestText(cells: readonly string[], columns: Columns): string {
  const unknown = selectColumns(columns, 'other').filter(({ isKnown }) => !isKnown)
  const texts = unknown.map((column) => cells[column.index] ?? '')
  const letters = texts.filter((text) => /\p{L}{3}/u.test(text))
  return letters.reduce((best, text) => (text.length > best.length ? text : best), '')
}

function firstText(cells: readonly string[], columns: Columns): string {
  const texts = selectColumns(columns, 'type').map(({ index }) => cells[index] ?? '')
  return texts.find((text) => text !== '') ?? ''
}
