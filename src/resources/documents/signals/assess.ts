import { createHash } from 'node:crypto'
import { COMPARISON_RULES } from '../../../core/statements/authenticity/rules/index.ts'
import { STOPPING, weigh, type Authenticity } from '../../../core/statements/authenticity/score.ts'
import { applyRules, type Signal } from '../../../core/statements/authenticity/signal.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { json } from '../../../platform/db/sql.ts'
import { updateDocument, type DocumentRow } from '../../records/documents/store.ts'
import {
  listAssessed,
  listFedRows,
  replaceSignals,
  type AssessedDocument,
  type FedRow,
  type NewSignal,
} from '../../records/documents/signals/store.ts'

/**
 * Stores the signals found in the document itself and scores it by them. What it shows beside
 * others comes from `assessDocuments`.
 */
export async function keepSignals(
  ctx: Context,
  { id, submissionId }: DocumentRow,
  { signals, isFirst }: { signals: readonly Signal[]; isFirst: boolean },
): Promise<void> {
  if (signals.length > 0 || !isFirst)
    await replaceSignals(ctx, { submissionId, isComparison: false }, [
      { documentId: id, signals: toRows(signals) },
    ])
  for (const document of await listAssessed(ctx, submissionId, id)) await score(ctx, document)
}

/**
 * Compares the documents of a submission with each other and with others of the same banks, and
 * rescores each (formulas section 15). Called when all that arrived is read, when a document is
 * excluded or deleted, and when rows arrive without a document.
 */
export async function assessDocuments(ctx: Context, submissionId: string): Promise<void> {
  const compared = await listAssessed(ctx, submissionId)
  if (compared.length === 0) return
  const rows = await listFedRows(ctx, submissionId)
  const found = compared.map((document) => ({
    documentId: document.id,
    signals: toRows(compare(ctx, { document, compared, rows })),
  }))
  await replaceSignals(ctx, { submissionId, isComparison: true }, found)
  // Listed again, since dismissed comparison signals do not count.
  for (const document of await listAssessed(ctx, submissionId)) await score(ctx, document)
}

function compare(
  ctx: Context,
  {
    document,
    compared,
    rows,
  }: { document: AssessedDocument; compared: AssessedDocument[]; rows: FedRow[] },
): Signal[] {
  const others = compared.filter(({ id }) => id !== document.id)
  const today = new Date(ctx.house.now()).toISOString().slice(0, 10)
  const { ofBank } = document
  const printed = rows.filter(({ documentId }) => documentId === document.id)
  const fed = rows.filter(({ documentId }) => documentId === null)
  return applyRules(COMPARISON_RULES, { document, others, ofBank, printed, fed, today })
}

async function score(
  ctx: Context,
  { id, signals, isProven, status, authenticity: before }: AssessedDocument,
): Promise<void> {
  const authenticity = weigh(signals, isProven)
  const isStopped = status === 'parsed' && needsReview({ authenticity })
  if (isSame(before, authenticity) && !isStopped) return
  const review = isStopped ? { status: 'review_required' } : {}
  await updateDocument(ctx, id, { authenticity: json(authenticity), ...review })
}

function isSame(before: Authenticity | null, after: Authenticity): boolean {
  return (
    before !== null &&
    before.score === after.score &&
    before.level === after.level &&
    before.signalsCount === after.signalsCount &&
    before.topSignals.map(({ code }) => code).join() ===
      after.topSignals.map(({ code }) => code).join()
  )
}

/** Whether a person must review the document before its numbers are used. */
export function needsReview({ authenticity }: Pick<DocumentRow, 'authenticity'>): boolean {
  if (!authenticity) return false
  const { level, topSignals } = authenticity
  return (
    level === 'suspicious' ||
    level === 'high_risk' ||
    topSignals.some(({ code }) => STOPPING.has(code))
  )
}

/** A signal keeps its key across readings. */
function toRows(signals: readonly Signal[]): NewSignal[] {
  const seen = new Map<string, number>()
  return signals.map((signal, position) => {
    const { code, page, found, box } = signal
    const place = [code, page, found, ...(box ?? []).map(Math.round)].join('|')
    const ordinal = seen.get(place) ?? 0
    seen.set(place, ordinal + 1)
    const key = createHash('sha256').update(`${place}|${ordinal}`).digest('base64url').slice(0, 22)
    return { ...signal, id: randomUUIDv7(), key, position }
  })
}
