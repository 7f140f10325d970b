import type { JobContext } from '../../../platform/jobs/job.ts'
import type { LinkAccess, Page, Position } from '../../../providers/adapter.ts'
import { pullInvented } from '../../../providers/invented/invented.ts'
import { ProviderFault } from '../../../providers/provider-fault.ts'
import { getEntry } from '../catalogue.ts'
import { openSession, withSession } from '../connect.ts'
import type { IntegrationRow } from '../store.ts'

/** So many rows are kept in one transaction; what follows is another job. */
const ROWS_AT_ONCE = 10_000

/** Pages that came, as far as they came. */
export interface Pulled {
  pages: string[]
  rowCount: number
  /** Where the next page begins. */
  position: Position
  hasMore: boolean
  /** Why no more came; null where nothing was wrong. */
  fault: ProviderFault | null
}

interface Wanted {
  integration: IntegrationRow
  access: LinkAccess
  position: Position
}

/** Reads page after page until there are no more, enough, or one that does not come. */
export async function pullPages(work: JobContext, wanted: Wanted): Promise<Pulled> {
  const { integration } = wanted
  const session = openSession(work, integration)
  return withSession(work, session, async () => {
    const next = (position: Position): Promise<Page> | Page =>
      integration.isSynthetic
        ? pullInvented(integration.provider, session, { access: wanted.access, position })
        : getEntry(integration.provider).adapter!.pull(session, wanted.access, position)
    return collect(next, wanted.position)
  })
}

async function collect(
  next: (position: Position) => Promise<Page> | Page,
  from: Position,
): Promise<Pulled> {
  const pulled: Pulled = { pages: [], rowCount: 0, position: from, hasMore: true, fault: null }
  while (pulled.hasMore && pulled.rowCount < ROWS_AT_ONCE) {
    try {
      const page = await next(pulled.position)
      if (page.rowCount > 0) pulled.pages.push(page.text)
      pulled.rowCount += page.rowCount
      pulled.position = page.next
      pulled.hasMore = page.hasMore
    } catch (error) {
      if (!(error instanceof ProviderFault)) throw error
      return { ...pulled, fault: error }
    }
  }
  return pulled
}
