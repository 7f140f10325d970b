import type { FieldRule } from '../rule.ts'

/** A date, an amount and a party as they stand in running text, for patterns. */
export const DATE =
  String.raw`(?:\d{4}-\d{2}-\d{2}|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}` +
  String.raw`|\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{1,2}(?:st|nd|rd|th)? (?:day of )?\p{L}{3,9},? \d{4})`
export const MONEY = String.raw`\$?\s?\d[\d,]*(?:\.\d{2})?`
const PARTY = String.raw`(?!(?:January|February|March|April|May|June|July|August|September|October|November|December)\s\d)\p{Lu}[^()"“”;]{2,80}?`

/** A field beside one of these labels, the likeliest first. */
export function byLabel(...labels: string[]): FieldRule {
  return { labels }
}

/** The same where the label is all its cell holds, as in reports. */
export function line(...labels: string[]): FieldRule {
  return { labels, isWhole: true }
}

/** A line of a tax form: its value stands behind it or to its right, never under it. */
export function formLine(...labels: string[]): FieldRule {
  return { labels, places: ['inside', 'right'], isNumbered: true }
}

/** Patterns of running text; `D` and `M` in them are a date and an amount as the value. */
export function prose(...patterns: string[]): RegExp[] {
  return patterns.map(
    (pattern) =>
      new RegExp(
        pattern.replaceAll('<D>', `(?<value>${DATE})`).replaceAll('<M>', `(?<value>${MONEY})`),
        'iu',
      ),
  )
}

/**
 * The party a contract calls by its role: `between Harbor Capital LLC, a company (“Lender”)`.
 */
export function party(role: string): RegExp[] {
  const quoted = String.raw`\(\s*(?:(?:hereinafter|herein|collectively|referred to as|as|the)[\s,]+)*["“”'‘]*(?:${role})["“”'’,]*\s*\)?`
  return [
    new RegExp(
      String.raw`(?:between|by|and|to|from|of|:|\.)\s+(?<value>${PARTY})(?:,\s+(?:an?|the|whose|with|having|located)\s[^()"“”]{0,160}?)?,?\s*${quoted}`,
      'u',
    ),
  ]
}
