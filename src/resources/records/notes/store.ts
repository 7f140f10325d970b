import type { Context } from '../../../platform/context.ts'
import { sealedColumn } from '../../../platform/crypto/sealed-column.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { BY_ROWS } from '../../../platform/db/columns.ts'
import type { Page, PageRequest } from '../../../platform/db/page.ts'
import { pagedList } from '../../../platform/db/paged-list.ts'
import { inserted, raw, sql } from '../../../platform/db/sql.ts'

export const NOTE_TEXT = sealedColumn({
  table: 'notes',
  column: 'text_sealed',
  holds: 'what people and workflows wrote of a deal',
  place: 'notes/text',
  boundTo: ['id'],
})

export interface Note {
  id: string
  submissionId: string
  text: string
  authorType: string
  authorId: string | null
  authorName: string | null
  /** What it gives the reason of: a stage of the deal, or the review of a document. */
  decision: string | null
  documentId: string | null
  /** When that decision gave way to another one. */
  takenBackAt: string | null
  createdAt: string
}

/** A decision about a deal, or about one of its documents. */
export interface Decision {
  decision: string
  documentId: string | null
}

type Stored = Omit<Note, 'text'> & { textSealed: string }

const COLUMNS = raw(
  `id, submission_id, text_sealed, author_type, author_id, author_name, decision, document_id,
  taken_back_at, created_at`,
)

export const NOTE_SORTS = ['-created_at']

const { list } = pagedList<Stored, { submissionId: string }>({
  table: 'notes',
  columns: COLUMNS,
  sorts: { created_at: { column: 'created_at', type: 'timestamptz' } },
  where: ({ submissionId }) => sql`submission_id = ${submissionId}`,
})

export async function listNotes(
  ctx: Context,
  submissionId: string,
  page: PageRequest,
): Promise<Page<Note>> {
  const found = await list(ctx, { submissionId }, page)
  return { ...found, rows: found.rows.map((row) => open(ctx, row)) }
}

const NEWEST_MAX = 200

/** The newest notes of a submission, oldest first. */
export async function listNewestNotes(ctx: Context, submissionId: string): Promise<Note[]> {
  const rows = await ctx.db.rows<Stored>(sql`
    select ${COLUMNS} from notes
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
    order by created_at desc, id desc
    limit ${NEWEST_MAX}`)
  return rows.toReversed().map((row) => open(ctx, row))
}

/** These notes by id; those that are gone are absent. */
export async function findNotes(
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Note>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db.rows<Stored>(sql`
    select ${COLUMNS} from notes
    where environment_id = ${ctx.environment.id} and id = any(${ids}::uuid[])`)
  return new Map(rows.map((row) => [row.id, open(ctx, row)]))
}

export async function insertNote(
  ctx: Context,
  { submissionId, text, ...about }: Pick<Note, 'submissionId' | 'text'> & Partial<Decision>,
): Promise<Note> {
  const id = randomUUIDv7()
  const columns = {
    id,
    submission_id: submissionId,
    text_sealed: NOTE_TEXT.at(ctx, id).seal(text),
    author_type: ctx.actor.type,
    author_id: ctx.actor.id,
    author_name: ctx.actor.name,
    decision: about.decision ?? null,
    document_id: about.documentId ?? null,
  }
  const row = await ctx.db.row<Stored>(sql`
    insert into notes ${inserted({ environment_id: ctx.environment.id, ...columns })}
    returning ${COLUMNS}`)
  return open(ctx, row!)
}

/** The reasons of what was decided before, now that it is decided otherwise. */
export async function endDecisions(
  ctx: Context,
  { submissionId, documentId }: Pick<Note, 'submissionId' | 'documentId'>,
): Promise<void> {
  await ctx.db.run(sql`
    update notes set taken_back_at = now()
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and document_id is not distinct from ${documentId}::uuid
      and decision is not null and taken_back_at is null`)
}

/** A note that is yet to be written, in the name of who acted then. */
export interface DraftNote extends Pick<Context, 'actor'> {
  id: string
  submissionId: string
  text: string
}

/** Writes notes in one statement. */
export async function insertNotes(ctx: Context, notes: readonly DraftNote[]): Promise<void> {
  if (notes.length === 0) return
  const rows = notes.map(({ id, submissionId, text, actor }) => ({
    id,
    submission_id: submissionId,
    text_sealed: NOTE_TEXT.at(ctx, id).seal(text),
    author_type: actor.type,
    author_id: actor.id,
    author_name: actor.name,
  }))
  await ctx.db.run(sql`
    insert into notes (environment_id, id, submission_id, text_sealed, author_type, author_id, author_name)
    select ${ctx.environment.id}, id, submission_id, text_sealed, author_type, author_id, author_name
    from jsonb_to_recordset(${JSON.stringify(rows)}) as new (id uuid, submission_id uuid,
      text_sealed text, author_type text, author_id text, author_name text) ${BY_ROWS}`)
}

function open(ctx: Context, { textSealed, ...row }: Stored): Note {
  return { ...row, text: NOTE_TEXT.at(ctx, row.id).open(textSealed) }
}
