import type { WorkflowNode } from '../../../core/workflow/graph.ts'
import type { Shape } from '../../../core/workflow/shape.ts'
import type { Context } from '../../../platform/context.ts'
import type { Db } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { toWire } from '../../../platform/wire/convert.ts'
import type { SubmissionCounts } from '../../portfolio/facts/counts/store.ts'
import { updateDrafts, type PlainColumns } from '../../records/submissions/drafts/store.ts'
import { presentCounted } from '../../records/submissions/present.ts'
import {
  countContents,
  readSubmissions,
  type SubmissionRow,
} from '../../records/submissions/store.ts'
import { draftNote } from '../../records/notes/add.ts'
import { insertNotes, type DraftNote } from '../../records/notes/store.ts'
import { OneSubmission } from '../../submissions/schemas.ts'
import { draftPatch, isPlain, patchSubmission } from '../../submissions/write/update.ts'
import type { SubmissionPatch } from '../../submissions/write/schemas.ts'

/** A node may name a deal by any text. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A deal that the steps of a transaction work on. */
interface Deal {
  row: SubmissionRow
  /** Nobody else changes it until the transaction ends. */
  isHeld: boolean
  counts: SubmissionCounts | null
  /** What is to be written. */
  columns: PlainColumns
  notes: DraftNote[]
}

/**
 * The deals of each transaction: the steps that follow each other read a deal once, and what they
 * change of it is written once, by `writeDeals`.
 */
const opened = new WeakMap<Db, Map<string, Deal>>()

const CHANGING = ['update_submission', 'add_tag', 'set_stage', 'assign']
const READING = ['get_submission', 'create_note']

/** How a graph uses the deal of its runs. */
type DealUse = 'changed' | 'read' | null
const uses = new WeakMap<Shape, DealUse>()

export function findDealUse(shape: Shape): DealUse {
  return uses.getOrInsertComputed(shape, ({ nodes }) => {
    const all = [...nodes.values()]
    if (all.some(({ type }) => CHANGING.includes(type))) return 'changed'
    return all.some((node) => READING.includes(node.type) || namesDeal(node)) ? 'read' : null
  })
}

/** Whether texts of a node may name it. */
export function namesDeal({ config }: WorkflowNode): boolean {
  return JSON.stringify(config).includes('submission')
}

/** Reads deals that steps will need, all at once; held where some step changes them. */
export async function openDeals(
  ctx: Context,
  ids: Iterable<string>,
  { isHeld }: { isHeld: boolean },
): Promise<void> {
  const deals = opened.getOrInsertComputed(ctx.db, () => new Map<string, Deal>())
  const wanted = [...new Set(ids)].filter((id) =>
    isHeld ? !deals.get(id)?.isHeld : !deals.has(id),
  )
  for (const row of await readSubmissions(ctx, wanted, { isHeld })) {
    const { counts = null, notes = [] } = deals.get(row.id) ?? {}
    deals.set(row.id, { row, isHeld, counts, notes, columns: {} })
  }
}

/** Writes a note of a deal. Throws `submission_not_found`. */
export async function noteDeal(ctx: Context, id: string, text: string): Promise<SubmissionRow> {
  const deal = await findDeal(ctx, id, { isHeld: false })
  deal.notes.push(await draftNote(ctx, deal.row.id, text))
  return deal.row
}

/** The same on the wire, with sensitive fields masked by the scopes of the actor. */
export async function showDeal(ctx: Context, id: string): Promise<Record<string, unknown>> {
  const deal = await findDeal(ctx, id, { isHeld: false })
  deal.counts ??= await count(ctx, deal.row.id)
  return toWire(OneSubmission, presentCounted(ctx, deal.row, deal.counts))
}

/** All that the transaction works on are counted with the first one that is shown. */
async function count(ctx: Context, id: string): Promise<SubmissionCounts> {
  const deals = opened.get(ctx.db)!
  const found = await countContents(ctx, [...deals.keys()])
  for (const [each, counts] of found) deals.get(each)!.counts = counts
  return found.get(id)!
}

/** Throws `submission_not_found` and what `patchSubmission` throws. */
export async function changeDeal(
  ctx: Context,
  id: string,
  wanted: SubmissionPatch | ((before: SubmissionRow) => Pick<SubmissionPatch, 'tags'>),
): Promise<SubmissionRow> {
  if (typeof wanted !== 'function' && !isPlain(wanted)) {
    await closeDeals(ctx)
    return patchSubmission(ctx, id, { patch: wanted, ifMatch: null })
  }
  const deal = await findDeal(ctx, id, { isHeld: true })
  const patch = typeof wanted === 'function' ? wanted(deal.row) : wanted
  const { after, columns } = await draftPatch(ctx, deal.row, patch)
  Object.assign(deal.columns, columns)
  deal.row = after
  return after
}

/** Writes what has changed. */
export async function writeDeals(ctx: Context): Promise<void> {
  const deals = [...(opened.get(ctx.db)?.values() ?? [])]
  const drafts = deals.map(({ row: { id }, columns }) => ({ id, columns }))
  const notes = deals.flatMap((deal) => deal.notes)
  for (const deal of deals) Object.assign(deal, { columns: {}, notes: [] })
  await Promise.all([
    updateDrafts(
      ctx,
      drafts.filter(({ columns }) => Object.keys(columns).length > 0),
    ),
    insertNotes(ctx, notes),
  ])
}

/** The same before a step that reads or changes deals in ways of its own. */
export async function closeDeals(ctx: Context): Promise<void> {
  await writeDeals(ctx)
  opened.delete(ctx.db)
}

async function findDeal(ctx: Context, id: string, wanted: { isHeld: boolean }): Promise<Deal> {
  const isId = UUID.test(id)
  if (isId) await openDeals(ctx, [id.toLowerCase()], wanted)
  const deal = isId && opened.get(ctx.db)!.get(id.toLowerCase())
  if (!deal) throw new ApiError('submission_not_found')
  return deal
}
