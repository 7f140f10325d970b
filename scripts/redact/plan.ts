import type { Tools } from '../../src/core/statements/formats/format.ts'
import {
  detectDecimalMark,
  findAmounts,
  type DecimalMark,
} from '../../src/core/statements/print/amounts.ts'
import { plainWord } from '../../src/core/statements/vocabulary/phrases.ts'
import type {
  Reading,
  ReadingHints,
  Statement,
  StatementRow,
} from '../../src/core/statements/statement.ts'
import { addDays, type PlainDate } from '../../src/core/values/dates.ts'
import type { Cents } from '../../src/core/values/money.ts'
import { createDisguise } from './disguise.ts'
import { drawFigures, SAME_FIGURES, type Figures } from './figures.ts'
import { lettersIn } from './harmless.ts'
import type { Account, Rules } from './rewrite.ts'

export interface RedactOptions {
  hints: ReadingHints
  tools: Tools
  /** Random; kept by nobody. */
  key: Uint8Array
  keepsAmounts: boolean
  /** Texts that are private although their words are common. */
  names: readonly string[]
}

export interface Redacted {
  bytes: Uint8Array
  account: Account
  /** Whether amounts are other ones; never when they were to be kept. */
  areFiguresNew: boolean
  /** How the new document reads otherwise, and what of the old one is left in it. */
  differences: string[]
  leftovers: string[]
  /** Of the new file. */
  extension: string
  /** 0 of a text. */
  pagesCount: number
  scannedPagesCount: number
}

/** What comes in place of what. */
export interface Plan {
  rules: Rules
  account: Account
  figures: Figures
  rows: Map<number, StatementRow[]>
}

/** What comes in place of what stands in the texts. */
export function buildPlan(
  reading: Reading,
  texts: readonly string[],
  options: RedactOptions,
): Plan {
  const { key, keepsAmounts } = options
  const mark = detectDecimalMark(texts)
  const wholes = wholesIn(texts, mark)
  const drawn = keepsAmounts ? null : drawFigures(reading.statements, { key, wholes })
  const taken = new Set(texts.flatMap(lettersIn).map(plainWord))
  return {
    rules: {
      disguise: createDisguise({ key, taken }),
      mark,
      names: listNames(reading, options.names),
      keptNumbers: keptNumbers(reading),
    },
    account: { letters: new Set(), digits: new Set(), kept: new Set(), figures: 0 },
    figures: drawn ?? SAME_FIGURES,
    rows: groupRowsByPage(reading),
  }
}

/** Amounts printed without decimals stay such. */
function wholesIn(texts: readonly string[], mark: DecimalMark): Set<Cents> {
  const wholes = texts.flatMap((text) =>
    findAmounts(text, mark).filter(({ cents, from, to }) => {
      return Number(text.slice(from, to).replace(/\D/g, '')) !== cents
    }),
  )
  return new Set(wholes.map(({ cents }) => cents))
}

function listNames({ statements }: Reading, given: readonly string[]): string[][] {
  const names = [...given, ...statements.flatMap(({ accountHolderNames }) => accountHolderNames)]
  return names.map((name) => lettersIn(name).map(plainWord)).filter(({ length }) => length > 0)
}

/** The years of the rows and those around them, and printed numbers of rows. */
function keptNumbers({ statements }: Reading): Set<string> {
  const years = statements.flatMap(listDays).map((day) => Number(day.slice(0, 4)))
  const counts = statements.flatMap(({ sections, printedTotals }) => [
    ...sections.map(({ printedCount }) => printedCount),
    printedTotals.creditsCount,
    printedTotals.debitsCount,
  ])
  return new Set([...years.flatMap((year) => [year - 1, year, year + 1]), ...counts].map(String))
}

function listDays({ startDate, endDate, rows }: Statement): PlainDate[] {
  return [startDate, endDate, ...rows.map(({ date }) => date)].filter((day) => day !== null)
}

/** The day the old file was made; without one a day on which it can have been. */
export function getFileDay({ facts, statements }: Reading): PlainDate {
  const last = statements.flatMap(listDays).toSorted().at(-1)
  return facts.createdAtInPdf?.slice(0, 10) ?? (last ? addDays(last, 1) : '2000-01-01')
}

function groupRowsByPage({ statements }: Reading): Plan['rows'] {
  const rows = statements.flatMap((statement) => statement.rows)
  const placed = rows.filter(({ page, box }) => page !== null && box !== null)
  return Map.groupBy(placed, ({ page }) => page!)
}
