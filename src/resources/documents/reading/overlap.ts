import type { Context } from '../../../platform/context.ts'
import { listTwinRows, updateTwins } from '../statements/store.ts'
import { findTwins as findTwinStatements } from '../statements/twins.ts'
import { matchExports } from './match-exports.ts'
import { listOverlapRows, updateDuplicates, type OverlapRow } from './store.ts'

/**
 * Marks statements and rows that two sources both have as duplicates (formulas 7.2): within a day,
 * rows of equal amount and text are matched as multisets; the better reconciled document's rows
 * stay. A statement that repeats another's rows counts once whatever account it prints.
 */
export async function markDuplicates(ctx: Context, submissionId: string): Promise<void> {
  const { copies, repeats } = findTwinStatements(await listTwinRows(ctx, submissionId))
  const rows = await listOverlapRows(ctx, submissionId, [...repeats].flat())
  const twins = findCopies(rows, repeats)
  const changed = rows
    .map(({ id, isDuplicate }) => ({ id, isDuplicate, duplicateOf: twins.get(id) ?? null }))
    .filter(({ isDuplicate, duplicateOf }) => isDuplicate !== (duplicateOf !== null))
  await updateDuplicates(ctx, changed)
  await updateTwins(ctx, submissionId, copies)
}

/**
 * Duplicate row → the row that is kept: first the rows of statements that repeat others, then rows
 * with equal text, then rows that a statement and an export word differently.
 */
export function findCopies(
  rows: readonly OverlapRow[],
  repeats: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  const repeated = pairRepeats(rows, repeats)
  const twins = new Map([...repeated, ...findTwins(rows.filter(({ id }) => !repeated.has(id)))])
  const standing = rows.filter(({ id }) => !twins.has(id))
  const documents = new Map(rows.map(({ id, documentId }) => [id, documentId]))
  const taken = new Set([...twins].map(([id, of]) => `${of} ${documents.get(id)}`))
  const isTaken = (row: OverlapRow, other: OverlapRow): boolean =>
    taken.has(`${row.id} ${other.documentId}`)
  for (const pair of matchExports(standing, isTaken)) {
    const [best, other] = pair.toSorted(byQuality)
    twins.set(other!.id, best!.id)
  }
  return new Map([...twins].map(([id, of]) => [id, twins.get(of) ?? of]))
}

/** Another layout words the same row otherwise, so day and amount alone pair them. */
function pairRepeats(
  rows: readonly OverlapRow[],
  repeats: ReadonlyMap<string, string>,
): Map<string, string> {
  if (repeats.size === 0) return new Map()
  const ofStatement = Map.groupBy(rows, ({ statementId }) => statementId)
  const list = (statementId: string): OverlapRow[] =>
    (ofStatement.get(statementId) ?? []).toSorted(
      (left, right) =>
        (left.date < right.date ? -1 : left.date > right.date ? 1 : 0) ||
        left.amount - right.amount,
    )
  const pairs = [...repeats].map(([copy, kept]) => [list(copy), list(kept)] as const)
  return new Map(
    pairs.flatMap(([copies, kept]) =>
      copies.length === kept.length ? copies.map(({ id }, at) => [id, kept[at]!.id]) : [],
    ),
  )
}

/** The better reconciled document first, else the earlier one. */
function byQuality(left: OverlapRow, right: OverlapRow): number {
  return left.quality - right.quality || (left.documentId < right.documentId ? -1 : 1)
}

/**
 * Duplicate row → the row that is kept. Equal rows inside one document are two transactions.
 */
function findTwins(rows: readonly OverlapRow[]): Map<string, string> {
  const twins = new Map<string, string>()
  const groups = Map.groupBy(rows, (row) =>
    [row.accountId, row.date, row.amount, plain(row.description)].join('|'),
  )
  for (const group of groups.values()) {
    const documents = [...Map.groupBy(group, ({ documentId }) => documentId).values()]
    if (documents.length === 1) continue
    const [best, ...others] = documents.toSorted((left, right) => byQuality(left[0]!, right[0]!))
    for (const other of others)
      other.slice(0, best!.length).forEach((row, index) => twins.set(row.id, best![index]!.id))
  }
  return twins
}

function plain(description: string): string {
  return description
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()
}
