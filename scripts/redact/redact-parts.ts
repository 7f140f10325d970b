import { readStatement } from '../../src/core/statements/read-statement.ts'
import type { Reading } from '../../src/core/statements/statement.ts'
import type { Cents } from '../../src/core/values/money.ts'
import { differences, leftovers } from './compare.ts'
import { SAME_FIGURES } from './figures.ts'
import { PART_FORMATS } from './formats/index.ts'
import type { Part } from './formats/part.ts'
import { buildPlan, type Plan, type Redacted, type RedactOptions } from './plan.ts'
import { rewrite, type Rules } from './rewrite.ts'

/**
 * A new file of the same parts with nothing private in them. Null for formats whose parts cannot be
 * separated from what they hold.
 */
export async function redactParts(
  bytes: Uint8Array,
  options: RedactOptions,
  reading: Reading,
): Promise<Redacted | null> {
  const known = PART_FORMATS.find(({ format }) => format === reading.facts.format)
  if (!known || reading.failure) return null
  const { parts, build } = await known.take(bytes, listFigures(reading))
  const plan = buildPlan(
    reading,
    parts.filter(({ is }) => is === undefined).map(({ text }) => text),
    options,
  )
  const { account, figures } = plan
  const rules = { ...plan.rules, markup: known.markup }
  const fresh = parts.map((part) => rewritten(part, plan, rules))
  const made = await build(fresh)
  const after = await readStatement(made, { filename: options.hints.filename }, options.tools)
  const areFiguresNew = figures !== SAME_FIGURES
  const words = fresh
    .filter((_, at) => parts[at]!.is === undefined)
    .map((text) => (known.markup ? text.replace(known.markup, ' ') : text))
  const left = leftovers(words, account, rules.names)
  return {
    bytes: made,
    account,
    areFiguresNew,
    differences: differences(reading, after),
    leftovers: areFiguresNew || options.keepsAmounts ? left : [...left, 'amounts: no others fit'],
    extension: known.extension,
    pagesCount: 0,
    scannedPagesCount: 0,
  }
}

/** All that was read as an amount, a balance or a total. */
function listFigures({ statements }: Reading): Set<Cents> {
  const figures = statements.flatMap(
    ({ rows, openingBalance, closingBalance, printedTotals, ...rest }) => [
      ...rows.flatMap(({ amount, balance }) => [amount, balance]),
      openingBalance,
      closingBalance,
      printedTotals.credits,
      printedTotals.debits,
      ...rest.dailyBalances.map(({ balance }) => balance),
      // A table without totals may print them in rows that are not read.
      rows.reduce((sum, { amount }) => sum + amount, 0),
    ],
  )
  return new Set(figures.flatMap((cents) => (cents ? [Math.abs(cents)] : [])))
}

function rewritten(part: Part, { account, figures }: Plan, rules: Rules): string {
  const { text, is, cents, write } = part
  if (is === 'kept') return text
  const figure = (old: Cents): Cents => figures.elsewhere(old)
  if (is !== 'amount') return rewrite(text, rules, { account, figure }).join('')
  const other = figure(cents!)
  if (other !== cents) account.figures += 1
  return other === cents ? text : write!(other)
}
