import { sumRows } from '../reconcile/reconcile.ts'
import type { Statement, StatementSection } from '../statement.ts'

/**
 * The statement with the sums of its sections added up again. A section whose rows are not known,
 * such as one of an earlier release's reading, keeps its sum.
 */
export function addUpSections(statement: Statement): Statement {
  const rows = statement.rows.filter(({ isPending }) => !isPending)
  const bySection = Map.groupBy(rows, ({ section }) => section)
  const names = statement.sections.map(({ name }) => name)
  const isKnown = statement.rows.some(({ section }) => section !== null)
  const totals = sumRows(rows)
  const sections = statement.sections.map((section) => {
    if (section.isSummary)
      return section.parsedTotal < 0 || (section.printedTotal ?? 0) < 0
        ? summed(section, -totals.debits, totals.debitsCount)
        : summed(section, totals.credits, totals.creditsCount)
    const isOne = names.filter((name) => name === section.name).length === 1
    if (!isKnown || !isOne) return section
    const own = bySection.get(section.name) ?? []
    const sum = own.reduce((total, { amount }) => total + amount, 0)
    return summed(section, sum, own.length)
  })
  return { ...statement, sections }
}

function summed(section: StatementSection, parsedTotal: number, parsedCount: number) {
  const { printedTotal } = section
  const difference = printedTotal === null ? null : printedTotal - parsedTotal
  return { ...section, parsedTotal, parsedCount, difference }
}
