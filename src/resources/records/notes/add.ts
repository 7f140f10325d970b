import { createAudit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { getSubmission } from '../submissions/store.ts'
import { insertNote, type Decision, type DraftNote, type Note } from './store.ts'

const auditNote = createAudit('note')

/**
 * Writes a note of a submission, in the name of who acts. The audit entry has no word of it: the
 * log outlives the submission. Throws `submission_not_found`.
 */
export async function addNote(ctx: Context, submissionId: string, text: string): Promise<Note> {
  await getSubmission(ctx, submissionId)
  const note = await insertNote(ctx, { submissionId, text })
  await auditNote(ctx, { id: note.id, action: 'created', submissionId, summary: 'Note added' })
  return note
}

/** Keeps why it was decided so, as a note. */
export async function addReason(
  ctx: Context,
  submissionId: string,
  { text, ...decision }: Decision & { text: string },
): Promise<void> {
  const { id } = await insertNote(ctx, { submissionId, text, ...decision })
  await auditNote(ctx, { id, action: 'created', submissionId, summary: 'Reason given' })
}

/** The same of a submission that the transaction has read; the write is the caller's. */
export async function draftNote(
  ctx: Context,
  submissionId: string,
  text: string,
): Promise<DraftNote> {
  const note = { id: randomUUIDv7(), submissionId, text, actor: ctx.actor }
  await auditNote(ctx, { id: note.id, action: 'created', submissionId, summary: 'Note added' })
  return note
}

/** A note on the wire. */
export function presentNote({ authorType, authorId, authorName, ...note }: Note): object {
  return { ...note, author: { type: authorType, id: authorId, name: authorName } }
}
