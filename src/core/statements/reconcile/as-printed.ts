import type { DerivedEdge, Statement } from '../statement.ts'

export const EDGES: readonly DerivedEdge[] = [
  'openingBalance',
  'closingBalance',
  'startDate',
  'endDate',
]

/** The statement with only the edges that its print or a person gives. */
export function asPrinted(statement: Statement): Statement {
  const cleared = Object.fromEntries(statement.derivedEdges.map((edge) => [edge, null]))
  return { ...statement, ...cleared, derivedEdges: [] }
}
