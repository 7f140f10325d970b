import { ConflictError, NotFoundError } from '../../../errors.ts'
import type { SubmissionCreateParams } from '../../../generated/submissions.ts'
import { mapInformation } from '../map/information.ts'
import type { HeronEndUser } from '../types.ts'
import { importFiles, leaveStatementsOut } from './files.ts'
import { importRows } from './rows.ts'
import { requireLocal, toKey, write, type Run } from './run.ts'

const DEALS_AT_ONCE = 4

/** All deals, a few at a time, each from its facts to the start of its processing. */
export async function importDeals(run: Run): Promise<void> {
  const { source, options } = run
  const running = new Set<Promise<void>>()
  let failure: unknown = null
  const taken = new Set<string>()
  let count = 0
  for await (const endUser of source.endUsers(options.since)) {
    if (failure !== null || (options.sample !== null && count >= options.sample)) break
    count += 1
    const work = importDeal(run, endUser, takeName(endUser, taken))
      .catch((error: unknown) => void (failure ??= error))
      .finally(() => running.delete(work))
    running.add(work)
    if (running.size >= DEALS_AT_ONCE) await Promise.race(running)
    if (count % 100 === 0) run.log(`${count} deals`)
  }
  await Promise.all(running)
  if (failure !== null) throw failure as Error
}

/** The caller’s own name of a deal goes to the first that has it, whichever is written first. */
function takeName({ heron_id: id, end_user_id: given }: HeronEndUser, taken: Set<string>): string {
  const external = given || id
  if (taken.has(external)) return nameOwn(id)
  taken.add(external)
  return external
}

function nameOwn(id: string): string {
  return `heron:${id}`
}

/** A deal that cannot be read in full is in the report; the others go on. */
async function importDeal(run: Run, endUser: HeronEndUser, external: string): Promise<void> {
  const { journal, options } = run
  const id = endUser.heron_id
  if (options.since === null && journal.find('processing', id)) return
  const deal = await createDeal(run, endUser, external)
  if (deal === null) return
  try {
    await importInformation(run, endUser, deal)
    const files = await importFiles(run, endUser, deal)
    const rows = await importRows(run, endUser, deal)
    if (rows > 0 && files > 0) await leaveStatementsOut(run, deal)
    await startProcessing(run, endUser, deal)
  } catch (error) {
    journal.note('processing', { id, our: deal, status: 'failed', reason: requireLocal(error) })
  }
}

/** The id of the deal here; null when it could not be made. */
async function createDeal(
  run: Run,
  endUser: HeronEndUser,
  external: string,
): Promise<string | null> {
  const { service, journal } = run
  const { heron_id: id } = endUser
  const known = journal.find('end_users', id)
  if (known?.our) return known.our
  const body = (externalId: string): SubmissionCreateParams => ({
    external_id: externalId,
    name: (endUser.name || external).slice(0, 255),
    auto_process: false,
    metadata: readMetadata(endUser),
    tags: readTags(endUser),
  })
  const entry = await write(run, {
    kind: 'end_users',
    id,
    external,
    find: () => findDeal(run, external, id),
    send: async (options) => {
      try {
        return await service.submissions.create(body(external), options)
      } catch (error) {
        if (!(error instanceof ConflictError && error.code === 'external_id_exists')) throw error
        // Somebody else’s deal has the id already; this one gets an id that is certainly its own.
        const own = nameOwn(id)
        const idempotencyKey = `${toKey('end_users', id)}:own`
        return {
          id:
            (await findDeal(run, own, id)) ??
            (await service.submissions.create(body(own), { idempotencyKey })).id,
        }
      }
    },
  })
  return entry.our ?? null
}

/** A deal of an earlier import, however long ago. */
async function findDeal(run: Run, external: string, heronId: string): Promise<string | null> {
  try {
    const found = await run.service.submissions.get(`ext:${external}`)
    return found.metadata.heron_id === heronId ? found.id : null
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}

function readMetadata(endUser: HeronEndUser): Record<string, unknown> {
  const { heron_id, created, status, meta } = endUser
  const own = { heron_id, heron_created: created, heron_status: status }
  const entries = Object.entries({ ...own, ...meta }).filter(([, value]) => value != null)
  return Object.fromEntries(entries.slice(0, 40).map(([name, value]) => [name.slice(0, 64), value]))
}

/** A state that only processing or a person sets is a tag. */
function readTags({ tags, status }: HeronEndUser): string[] {
  const own = (tags ?? []).map(({ name }) => name.slice(0, 60))
  const state = status === 'review_requested' || status === 'failed' ? [`heron:${status}`] : []
  return [...new Set([...own.slice(0, 18), ...state])]
}

async function importInformation(run: Run, endUser: HeronEndUser, deal: string): Promise<void> {
  const { service, source } = run
  const id = endUser.heron_id
  if (run.options.since === null && run.journal.find('information', id)) return
  const given = await source.information(endUser)
  if (given === null) return
  const { patch, rest } = mapInformation(given)
  const metadata =
    Object.keys(rest).length === 0
      ? {}
      : { metadata: { heron_information: JSON.stringify(rest).slice(0, 2_000) } }
  await write(run, {
    kind: 'information',
    id,
    send: (options) => service.submissions.update(deal, { ...patch, ...metadata }, options),
  })
}

/** Deals that Heron had not processed, or could not, are left as they are. */
async function startProcessing(run: Run, endUser: HeronEndUser, deal: string): Promise<void> {
  const { heron_id: id, status } = endUser
  if (status === 'new' || status === 'failed') {
    run.journal.note('processing', { id, our: deal, status: 'skipped', reason: `Heron: ${status}` })
    return
  }
  if (run.options.since !== null) await run.service.submissions.process(deal).catch(ignoreRunning)
  await write(run, {
    kind: 'processing',
    id,
    external: status ?? null,
    send: async (options) => {
      await run.service.submissions.process(deal, {}, options).catch(ignoreRunning)
      return { id: deal }
    },
  })
}

function ignoreRunning(error: unknown): void {
  if (!(error instanceof ConflictError && error.code === 'already_processing')) throw error
}
