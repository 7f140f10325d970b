import type { DocumentStatement, Pdf } from '../../../../../clients/typescript/src/index.ts'
import { formatCents, formatCounted, toWords } from '../../../format/values.ts'

type Contradiction = DocumentStatement['contradictions'][number]

/** Whether printed figures prove the rows: with none to check by, nothing is proven. */
export function isReconciled(status: string): boolean {
  return status === 'reconciled' || status === 'reconciled_by_totals'
}

/**
 * `1 amount set by a person; the page prints 2,602.89`: on what that is not on the page the sums of
 * a statement rest. Null where it is all on the page.
 */
export function describeContradictions(
  { contradictions }: Pick<DocumentStatement, 'contradictions'>,
  { has_text_layer }: Pick<Pdf, 'has_text_layer'>,
): string | null {
  if (contradictions.length === 0) return null
  const groups = Map.groupBy(contradictions, findGroup)
  const sets = [...groups].map(([name, { length }]) => NAMES[name](length))
  const printed = contradictions.flatMap((one) => one.printed ?? [])
  const figures = printed.slice(0, SHOWN).map((figure) => formatCents(figure))
  const more = printed.length > SHOWN ? ' …' : ''
  // Of a picture it is known only what was read.
  const verb = has_text_layer === false ? 'the page was read as' : 'the page prints'
  const page = printed.length === 0 ? '' : `; ${verb} ${figures.join(', ')}${more}`
  return `${sets.join(' and ')} by a person${page}`
}

const SHOWN = 3

const NAMES = {
  amount: (count: number) => `${formatCounted(count, 'amount')} set`,
  added: (count: number) => `${formatCounted(count, 'row')} added`,
  removed: (count: number) => `${formatCounted(count, 'row')} removed`,
  balance: (count: number) => `${formatCounted(count, 'balance')} set`,
}

function findGroup({ field, printed, set }: Contradiction): keyof typeof NAMES {
  if (field !== 'amount') return 'balance'
  if (printed === null) return 'added'
  return set === null ? 'removed' : 'amount'
}

/** What speaks against counting a document, each as a sentence; a person accepts it for a reason. */
export function listDoubts(pdf: Pdf): string[] {
  const { authenticity, statements } = pdf
  const signs = (authenticity?.top_signals ?? []).map(({ code }) => toWords(code).toLowerCase())
  const named = signs.length === 0 ? '' : `: ${signs.join(', ')}`
  const doubted =
    authenticity === null || authenticity.level === 'trusted'
      ? []
      : [`Authenticity ${Math.round(authenticity.score)} of 100${named}`]
  const differences = statements.flatMap(({ reconciliation: { status, difference } }) =>
    status === 'unreconciled' ? [`Off by ${formatCents(difference)}`] : [],
  )
  const set = statements.flatMap((statement) => describeContradictions(statement, pdf) ?? [])
  return [...doubted, ...differences, ...set]
}
