import type { Statement } from '../../../core/statements/statement.ts'
import { derivedId } from '../../../platform/crypto/derived-id.ts'

type Identity = Pick<Statement, 'index' | 'accountLast4' | 'startDate' | 'endDate'>

/**
 * The ids of the statements of a document. They derive from account and period as read, so that the
 * next reading gives the same ones; a statement whose account or period is now read differently
 * keeps the id of the previous statement at its index.
 */
export function identify(
  documentId: string,
  known: readonly { id: string; index: number }[],
  statements: readonly Identity[],
): string[] {
  const fresh = derivedIds(documentId, statements)
  const lost = known.filter(({ id }) => !fresh.includes(id))
  return statements.map(({ index }, place) => {
    const id = fresh[place]!
    if (known.some((one) => one.id === id)) return id
    return lost.find((one) => one.index === index)?.id ?? id
  })
}

/** Statements with the same account and period are numbered in their order. */
function derivedIds(documentId: string, statements: readonly Identity[]): string[] {
  const counts = new Map<string, number>()
  return statements.map(({ accountLast4, startDate, endDate }) => {
    const key = [accountLast4, startDate, endDate].join('|')
    const ordinal = counts.get(key) ?? 0
    counts.set(key, ordinal + 1)
    return derivedId(documentId, key, String(ordinal))
  })
}
