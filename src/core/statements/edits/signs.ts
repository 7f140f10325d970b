import type { Cents } from '../../values/money.ts'
import type { Statement, StatementRow, StatementSection } from '../statement.ts'

/** Whether amounts have the direction that was read, or the other one. */
export type Signs = 'as_read' | 'turned'

/** The statement with all amounts in the direction that was read, or all in the other one. */
export function setSigns(statement: Statement, signs: Signs): Statement {
  const isTurned = signs === 'turned'
  const turned = statement.turned ?? NOTHING_TURNED
  if (isTurned === turned.all) return statement
  const next = turn(statement, () => true)
  return { ...next, turned: { ...turned, all: isTurned } }
}

/** The same for the rows of each named section; a section that is not there changes nothing. */
export function setSectionSigns(
  statement: Statement,
  wanted: Readonly<Record<string, Signs>>,
): Statement {
  return Object.entries(wanted).reduce((now, [name, signs]) => {
    const { sections, ...turned } = now.turned ?? NOTHING_TURNED
    const isTurned = signs === 'turned'
    const isThere = now.sections.some((section) => section.name === name)
    if (!isThere || isTurned === sections.includes(name)) return now
    const next = turn(now, (section) => section === name)
    const others = sections.filter((other) => other !== name)
    return { ...next, turned: { ...turned, sections: isTurned ? [...others, name] : others } }
  }, statement)
}

export const NOTHING_TURNED: NonNullable<Statement['turned']> = {
  all: false,
  sections: [],
  dates: false,
}

function turn(statement: Statement, isIn: (section: string | null) => boolean): Statement {
  const rows = statement.rows.map((row) => (isIn(row.section) ? turnRow(row) : row))
  const sections = statement.sections.map((section) =>
    isIn(section.name) && section.isSummary !== true ? turnSection(section) : section,
  )
  return { ...statement, rows, sections }
}

function turnRow(row: StatementRow): StatementRow {
  return { ...row, amount: opposite(row.amount) }
}

function turnSection(section: StatementSection): StatementSection {
  const { printedTotal, parsedTotal, difference } = section
  return {
    ...section,
    printedTotal: printedTotal === null ? null : opposite(printedTotal),
    parsedTotal: opposite(parsedTotal),
    difference: difference === null ? null : opposite(difference),
  }
}

export function opposite(cents: Cents): Cents {
  return cents === 0 ? 0 : -cents
}
