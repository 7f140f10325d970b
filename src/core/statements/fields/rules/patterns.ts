import type { Cell } from '../../../values/rows/cells.ts'

const DATE =
  String.raw`(?:\d{4}-\d{2}-\d{2}|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}` +
  String.raw`|\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{1,2}(?:st|nd|rd|th)? (?:day of )?\p{L}{3,9},? \d{4})`
const MONEY = String.raw`\$?\s?\d[\d,]*(?:\.\d{2})?`
const NAME = String.raw`\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?`
const COMPANY = String.raw`\p{Lu}[\p{L}\p{N}&.,'’ -]{2,80}?(?:,? (?:LLC|L\.L\.C\.|Inc\.?|Corp\.?|Corporation|Company|Co\.|LP|LLP|Ltd\.?|INC\.?|CORP\.?))+`
const MONTH =
  'January|February|March|April|May|June|July|August|September|October|November|December'
const PARTY =
  String.raw`(?!(?:${MONTH})\s\d)` + String.raw`\p{Lu}(?:(?!\sbetween\s)[^()"“”;]){2,80}?`

/** What stands for itself in a pattern as the value: `/expires\s+<DATE>/iu`. */
const VALUES = { DATE, MONEY, NAME, COMPANY }

// /expires\s+<DATE>/iu
const WRITTEN = /^\/(.+)\/([a-z]*)$/

/** A pattern of running text, whose group `value` is the value. */
export const pattern: Cell<RegExp> = (text, refuse) => {
  const [, source, flags] = WRITTEN.exec(text) ?? []
  if (source === undefined) return refuse(`${text} does not stand between slashes`)
  const whole = Object.entries(VALUES).reduce(
    (sum, [name, value]) => sum.replaceAll(`<${name}>`, `(?<value>${value})`),
    source,
  )
  if (!whole.includes('(?<value>')) refuse(`${text} says nowhere what the value is`)
  try {
    return new RegExp(whole, flags)
  } catch (error) {
    return refuse((error as Error).message)
  }
}

/** A pattern of running text that is there or is not. */
export const phrase: Cell<RegExp> = (text, refuse) => {
  const [, source, flags] = WRITTEN.exec(text) ?? []
  if (source === undefined) return refuse(`${text} does not stand between slashes`)
  try {
    return new RegExp(source, flags)
  } catch (error) {
    return refuse((error as Error).message)
  }
}

/**
 * The party a contract calls by its role: `between Harbor Capital LLC, a company (“Lender”)`.
 */
export const party: Cell<RegExp> = (role, refuse) => {
  if (!/^[A-Za-z]+(?:\|[A-Za-z]+)*$/.test(role)) refuse(`"${role}" is no role, nor several`)
  const quoted = String.raw`\(\s*(?:(?:hereinafter|herein|collectively|referred to as|as|the)[\s,]+)*["“”'‘]*(?:${role})["“”'’,]*\s*\)?`
  return new RegExp(
    String.raw`(?:between|by|and|to|from|of|:|\.)\s+(?<value>${PARTY})(?:,\s+(?:an?|the|whose|with|having|located)\s[^()"“”]{0,160}?)?,?\s*${quoted}`,
    'u',
  )
}
