import type { TransactionBulkCreateResult } from '../../../generated/transactions.ts'
import { ConflictError } from '../../../errors.ts'
import { isSkipped, mapRow, type MappedRow } from '../map/rows.ts'
import type { HeronEndUser, HeronPage } from '../types.ts'
import { toKey, write, type Run } from './run.ts'

/** The rows of a deal, a page at a time. Returns how many it has now. */
export async function importRows(run: Run, endUser: HeronEndUser, deal: string): Promise<number> {
  const { journal, source, options } = run
  const mark = options.since === null ? endUser.heron_id : `${endUser.heron_id}@${options.since}`
  const ended = journal.find('transactions', `${mark}#end`)
  if (ended) return Number(ended.external ?? 0)
  const first = findFirstPage(run, mark)
  const seen = first === 1 ? new Map<string, string>() : await readSeen(run, endUser.heron_id)
  for await (const page of source.transactions(endUser, { page: first, since: options.since }))
    await importPage(run, { deal, mark, page, seen })
  const external = String(seen.size)
  journal.note('transactions', { id: `${mark}#end`, our: deal, external, status: 'imported' })
  return seen.size
}

function findFirstPage({ journal }: Run, mark: string): number {
  let page = 1
  while (journal.find('transactions', `${mark}#${page}`)) page += 1
  return page
}

/** Heron’s id of each external id that earlier pages brought. */
async function readSeen({ journal }: Run, deal: string): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  for await (const { id, rows = [] } of journal.entries('transactions'))
    if (id.startsWith(`${deal}#`)) for (const [heron, , external] of rows) seen.set(external, heron)
  return seen
}

interface PageOfDeal {
  deal: string
  mark: string
  page: HeronPage
  seen: Map<string, string>
}

async function importPage(run: Run, { deal, mark, page, seen }: PageOfDeal): Promise<void> {
  const { journal } = run
  const rows = page.rows.flatMap((given) => mapOne(run, given, seen))
  const id = `${mark}#${page.number}`
  const results = rows.length === 0 ? [] : await sendRows(run, { deal, id, rows })
  const kept: [string, string | null, string][] = []
  for (const [index, { heronId, row, correction, unknownLabel }] of rows.entries()) {
    const { status, id: our, error } = results[index]!
    if (status === 'failed') {
      const reason = `${error?.code}: ${error?.message}`
      journal.note('transactions', { id: heronId, our: null, status: 'skipped', reason })
      continue
    }
    kept.push([heronId, our, row.external_id])
    if (unknownLabel !== null) noteLabel(run, unknownLabel)
    if (correction !== null && our !== null) await correct(run, { heronId, our, correction })
  }
  // Last: a page whose corrections are not all given is sent again, which changes nothing of it.
  journal.note('transactions', { id, our: deal, status: 'imported', rows: kept })
}

/** The row unless it cannot be one, or its reference came before: the first wins. */
function mapOne(
  run: Run,
  given: HeronPage['rows'][number],
  seen: Map<string, string>,
): MappedRow[] {
  const mapped = mapRow(given, run.options)
  const first = isSkipped(mapped) ? undefined : seen.get(mapped.row.external_id)
  if (!isSkipped(mapped) && first === undefined) {
    seen.set(mapped.row.external_id, mapped.heronId)
    return [mapped]
  }
  // The same row on two pages of a list that changed meanwhile is no duplicate.
  if (first === mapped.heronId) return []
  const reason = isSkipped(mapped)
    ? `${mapped.reason}: ${mapped.detail}`
    : `duplicate_reference: ${mapped.row.external_id} is the reference of ${first} as well`
  run.journal.note('transactions', { id: mapped.heronId, our: null, status: 'skipped', reason })
  return []
}

interface Rows {
  deal: string
  id: string
  rows: MappedRow[]
}

/** Not enriched yet: the processing of the whole deal does that once. */
async function sendRows(
  run: Run,
  { deal, id, rows }: Rows,
): Promise<TransactionBulkCreateResult[]> {
  const { transactions } = run.service
  const body = {
    submission_id: deal,
    transactions: rows.map(({ row }) => row),
    on_conflict: run.options.since === null ? 'skip' : 'update',
    enrich: false,
  }
  try {
    const sent = await transactions.bulkCreate(body, { idempotencyKey: toKey('transactions', id) })
    return sent.results
  } catch (error) {
    // Heron’s rows changed between two runs. Rows that are here already are skipped by their ids.
    if (!(error instanceof ConflictError && error.code === 'idempotency_key_reused')) throw error
    return (await transactions.bulkCreate(body)).results
  }
}

/** Once for each label, whatever the number of rows. */
function noteLabel({ journal }: Run, label: string): void {
  const id = `label:${label}`
  if (journal.find('transactions', id)) return
  const reason = `unknown_label: "${label}" is not in labels.json; enrichment decides`
  journal.note('transactions', { id, our: null, status: 'skipped', reason })
}

async function correct(
  run: Run,
  { heronId, our, correction }: { heronId: string; our: string; correction: string },
): Promise<void> {
  const { service } = run
  const comment = `Corrected in Heron (${heronId}).`
  await write(run, {
    kind: 'corrections',
    id: heronId,
    find: async () => ((await service.transactions.get(our)).feedback === null ? null : our),
    send: async (options) => {
      await service.transactions.createFeedback(our, { category: correction, comment }, options)
      return { id: our }
    },
  })
}
