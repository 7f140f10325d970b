import type { PlainDate } from '../../../../values/dates.ts'
import { hasPhrase, plainWords } from '../../../vocabulary/plain-words.ts'
import { parseDate, type DateOrder } from '../cells/dates.ts'
import { FACT_LABELS } from '../words/summary-words.ts'

export interface Period {
  start: PlainDate
  end: PlainDate
}

/** Dates as lines above a table write them: numbers, month names, signs for year, month and day. */
export const DATES = new RegExp(
  [
    String.raw`\d{4}年 ?\d{1,2}月 ?\d{1,2}日`,
    String.raw`\d{1,4}([./-])\d{1,2}\1\d{1,4}`,
    String.raw`(?<!\d)20\d{6}(?!\d)`,
    String.raw`\d{1,2}[. -]{1,2}(?:de )?\p{L}{3,12}\.?,?[ -](?:de )?\d{4}`,
    String.raw`\p{L}{3,12}\.? \d{1,2},? \d{4}`,
    String.raw`\d{1,2}-\p{L}{3}-\d{2}(?!\d)`,
  ].join('|'),
  'gu',
)

/** `January 1 - February 28, 2026`: the year stands behind the second day alone. */
const SHARED_YEAR =
  /(\p{L}{3,12} \d{1,2})(?:,)? ?(?:-|–|to|through) ?(\p{L}{3,12} \d{1,2}), ?(\d{4})/u
const TO = String.raw`(?:-|–|to|through|bis|au|al|a|até|t\/m|do|til|till)`
const OF = String.raw`(?:de |del |d['’])?`
/** `1 - 28 February 2026`, `DEL 01 AL 31 DE ENERO DE 2026` */
const SHARED_MONTH = new RegExp(
  String.raw`(?<!\d)(\d{1,2})\.? ?${TO} ?(\d{1,2})\.? ${OF}(\p{L}{3,12})\.? ${OF}(\d{4})`,
  'iu',
)
/** `1 de enero al 28 de febrero de 2026`, `1. Januar bis 31. März 2026` */
const SHARED_YEAR_LAST = new RegExp(
  String.raw`(?<!\d)(\d{1,2}(?:\.|er)? ${OF}\p{L}{3,12}) ?${TO} ?(\d{1,2}(?:\.|er)? ${OF}\p{L}{3,12})\.? ${OF}(\d{4})`,
  'iu',
)

/** `January 1-31, 2026` */
const SHARED_MONTH_FIRST = /(\p{L}{3,12})\.? (\d{1,2}) ?(?:-|–|to|through) ?(\d{1,2}), ?(\d{4})/u

/** The dates that a text prints, in its order. */
export function datesIn(text: string, order: DateOrder): PlainDate[] {
  return (text.match(DATES) ?? []).flatMap((found) => parseDate(found, order) ?? [])
}

/**
 * The period that a line above a table prints: two days with a word for a period, or with nothing
 * but a dash or `to` between them. Null for any other line.
 */
export function periodIn(text: string, order: DateOrder): Period | null {
  const spelled = spelledDates(text)
  const dates = spelled ?? datesIn(text, order)
  const [start, end] = dates
  if (dates.length !== 2 || start! > end!) return null
  const words = plainWords(text)
  const isLabelled = LABELS.some((label) => hasPhrase(words, label))
  const isJoined = spelled !== null || JOINED.test(text)
  return isLabelled || isJoined ? { start: start!, end: end! } : null
}

const LABELS = [...FACT_LABELS.period, ...FACT_LABELS.start, ...FACT_LABELS.end].filter(
  (label) => label.length > 1,
)

/** Two dates with a joining word or mark between them. */
const JOINED =
  /\d\)? {0,2}(?:-|–|—|~|〜|～|→|to|through|thru|until|bis|au|al|a|ate|até|t\/m|do|til|till|and) {0,2}\(?(?:\d|\p{Lu})/u

function spelledDates(text: string): PlainDate[] | null {
  const year = SHARED_YEAR.exec(text)
  if (year) return bothDates(`${year[1]}, ${year[3]}`, `${year[2]}, ${year[3]}`)
  const late = SHARED_YEAR_LAST.exec(text)
  if (late) return bothDates(`${late[1]} ${late[3]}`, `${late[2]} ${late[3]}`)
  const month = SHARED_MONTH.exec(text)
  if (month) {
    const [, first, last, name, at] = month
    return bothDates(`${first} ${name} ${at}`, `${last} ${name} ${at}`)
  }
  const [, name, first, last, at] = SHARED_MONTH_FIRST.exec(text) ?? []
  return name === undefined ? null : bothDates(`${first} ${name} ${at}`, `${last} ${name} ${at}`)
}

function bothDates(first: string, second: string): PlainDate[] | null {
  const dates = [first, second].map((text) => parseDate(text, 'dmy'))
  return dates.every((date) => date !== null) ? dates : null
}
