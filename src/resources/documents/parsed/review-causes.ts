import { SETTLEMENTS } from '../../../core/statements/edits/causes.ts'
import { listReviewCauses } from '../../../core/statements/table/doubts/review-causes.ts'
import type { Problem } from '../../../core/values/problem.ts'
import { needsReview } from '../signals/assess.ts'
import type { ParsedStatementRow } from './store.ts'

/** A reason for review, and the fields whose correction ends it. */
interface ReviewCause extends Problem {
  corrections: readonly string[]
}

/** What stops a person at this statement: its own causes, and those of the whole document. */
export function listCauses(row: ParsedStatementRow): ReviewCause[] {
  if (!row.isIncluded) return []
  const own = `statement ${row.index + 1}`
  const isOther = ({ where }: Problem): boolean =>
    where !== own && /^statement \d+$/.test(where ?? '')
  const near = row.problems.filter((problem) => !isOther(problem))
  const codes = listReviewCauses([row.reconciliation.status], near)
  const causes = codes.flatMap((code) => {
    const found = near.filter((problem) => problem.code === code)
    return found.length > 0 ? found : [unreconciled(row, near)]
  })
  return [...causes, ...suspicion(row)].map((cause) => ({
    ...cause,
    corrections: SETTLEMENTS[cause.code]?.by ?? [],
  }))
}

function unreconciled({ index }: ParsedStatementRow, problems: readonly Problem[]): Problem {
  const where = `statement ${index + 1}`
  const known = problems.find(({ code }) => code === 'does_not_reconcile')
  const message = known?.message ?? 'The rows do not lead from the opening to the closing balance.'
  return { code: 'unreconciled', where, message }
}

/** Signals of alteration are judged by a person; no correction ends them. */
function suspicion(row: ParsedStatementRow): Problem[] {
  if (!needsReview(row)) return []
  const codes = row.authenticity!.topSignals.map(({ code }) => code).join(', ')
  const message = `The document may have been altered: ${codes}.`
  return [{ code: 'authenticity', where: null, message }]
}
