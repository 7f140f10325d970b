import type { PlacedStatement } from '../../../core/statements/edits/rows.ts'
import { isPrintedIn } from '../../../core/statements/edits/printed.ts'
import { toCents } from '../../../core/values/money.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import type { Change } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { toLast4 } from '../../documents/statements/overrides.ts'
import type { MajorRowEdit } from '../../documents/statements/row-edits.ts'
import { endCorrections, insertFeedback } from '../../records/feedback/store.ts'
import type { DocumentRow } from '../../records/documents/store.ts'
import type { EditedStatement } from './edited.ts'
import { compareWithReading, getReadRow, listRowChanges } from './row-changes.ts'
import { collectReadValues } from './values.ts'

/** The edited statement with each row's correction in the name of who made it last. */
export function signEdits(ctx: Context, edited: EditedStatement): EditedStatement {
  const { before, read, values } = edited
  if (values.rows === undefined) return edited
  const known = new Map(before.overrides.rows?.map((edit) => [edit.id, edit]))
  const rows = values.rows.map((edit) => {
    const same = known.get(edit.id)
    return same !== undefined && toText(same) === toText(edit) ? same : sign(ctx, edit, read)
  })
  return { ...edited, values: { ...values, rows } }
}

function sign(ctx: Context, edit: MajorRowEdit, read: PlacedStatement): MajorRowEdit {
  const at = new Date(ctx.house.now()).toISOString()
  const signature = { by: ctx.actor.name, at, feedbackId: randomUUIDv7() }
  return { ...edit, ...signature, isPrinted: isOnItsLine(edit, read) }
}

/** The amount that was entered stands in the line of the row, which was read otherwise. */
function isOnItsLine(edit: MajorRowEdit, { statement, positions }: PlacedStatement): boolean {
  if (edit.kind !== 'changed' || edit.change.amount === undefined) return false
  const row = statement.rows[positions.indexOf(edit.position)]
  const cents = toCents(edit.change.amount, statement.currency)
  return row !== undefined && cents !== null && isPrintedIn(row.lineText, cents, statement.currency)
}

function toText(edit: MajorRowEdit): string {
  const { by: _by, at: _at, feedbackId: _id, isPrinted: _isPrinted, ...plain } = edit
  return JSON.stringify(plain)
}

/**
 * Keeps each correction of rows and values as feedback, by which it is listed and taken back. A
 * row or value has one in force: correcting it again replaces it.
 */
export async function recordCorrections(
  ctx: Context,
  document: DocumentRow,
  edited: EditedStatement,
): Promise<void> {
  await recordRows(ctx, document, edited)
  await recordValues(ctx, document, edited)
}

async function recordRows(
  ctx: Context,
  { id: documentId, submissionId }: DocumentRow,
  edited: EditedStatement,
): Promise<void> {
  const { before, read, after } = edited
  const rows = listRowChanges(edited)
  if (rows.length === 0) return
  const statementId = before.id
  const targetIds = rows.map(({ id }) => id)
  await endCorrections(ctx, submissionId, { statementId, targetIds, field: null })
  for (const { id, edit } of rows) {
    if (edit?.feedbackId === undefined) continue
    const changes = compareWithReading(edit, read)
    // What was entered is what is read.
    if (changes.length === 0) continue
    const { date, amount, description } = getReadRow(edit, read) ?? (edit as Added).row
    const { currency } = after.statement
    const row = { date, amount, currency, description }
    const isAdded = edit.kind === 'added'
    const previous = { documentId, statementId, field: null, isAdded, row, changes }
    const target = { targetType: 'transaction', targetId: id, submissionId }
    const value = listNewValues(changes)
    await insertFeedback(ctx, { ...CORRECTION, ...target, id: edit.feedbackId, value, previous })
  }
}

type Added = Extract<MajorRowEdit, { kind: 'added' }>

const CORRECTION = {
  kind: 'correction',
  status: 'applied',
  comment: null,
  applyTo: 'this',
  affectedCount: 1,
} as const

function listNewValues(changes: readonly Change[]): object {
  return Object.fromEntries(changes.map(({ field, to }) => [field, to]))
}

/** Values of a whole statement, such as its closing balance; they are of all its rows. */
async function recordValues(
  ctx: Context,
  { id: documentId, submissionId }: DocumentRow,
  { before, read, after, values }: EditedStatement,
): Promise<void> {
  const statementId = before.id
  const readValues = collectReadValues(read)
  const fields = new Set([...Object.keys(before.overrides), ...Object.keys(values)])
  for (const field of fields) {
    if (field === 'rows' || field === 'repairs') continue
    const [was, is] = [before.overrides, values].map((own) => (own as Record<string, unknown>)[field]) // prettier-ignore
    if (JSON.stringify(was) === JSON.stringify(is)) continue
    await endCorrections(ctx, submissionId, { statementId, targetIds: [documentId], field })
    if (is === undefined) continue
    const [from, to] = [readValues[field] ?? null, is].map((value) => toShown(field, value))
    const previous = { documentId, statementId, field, row: null, changes: [{ field, from, to }] }
    const target = { targetType: 'document', targetId: documentId, submissionId }
    const affectedCount = after.statement.rows.length
    const value = { [field]: to }
    await insertFeedback(ctx, { ...CORRECTION, ...target, value, affectedCount, previous })
  }
}

/** Of an account number the last four digits, and of holders only that they changed. */
function toShown(field: string, value: unknown): unknown {
  if (field === 'account_holder_names') return null
  const isNumber = field === 'account_number' && typeof value === 'string'
  return isNumber ? `****${toLast4(value)}` : value
}
