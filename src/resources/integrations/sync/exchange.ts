import type { JobContext } from '../../../platform/jobs/job.ts'
import { exchangePublicToken } from '../../../providers/plaid/link.ts'
import { ProviderFault } from '../../../providers/provider-fault.ts'
import { getSubmissionForUpdate } from '../../records/submissions/store.ts'
import { openSession, withSession } from '../connect.ts'
import { enqueueSync } from '../links/access.ts'
import { keepItem } from '../links/exchange.ts'
import { LINKS } from '../links/store.ts'
import { recordFault } from './fail.ts'
import type { Begun } from './begun.ts'

/** A person has finished a hosted session: its public token becomes the link's access token. */
export async function finishSession(
  work: JobContext,
  { link, integration, access }: Begun,
): Promise<void> {
  try {
    const session = openSession(work, integration)
    const item = await withSession(work, session, () =>
      exchangePublicToken(session, access.publicToken!),
    )
    await work.commit(async (ctx) => {
      await getSubmissionForUpdate(ctx, link.submissionId)
      await LINKS.update(ctx, link.id, { status: 'pending' })
      const id = await keepItem(ctx, { submissionId: link.submissionId, integration, item })
      await enqueueSync(ctx, { id, submissionId: link.submissionId })
    })
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    await work.commit(async (ctx) => {
      const held = await LINKS.hold(ctx, link.id)
      await recordFault(ctx, held, error)
      // A public token that was refused never becomes right: the person has to link anew.
      if (error.kind === 'refused')
        await LINKS.update(ctx, link.id, { access_token_sealed: null, next_sync_at: null })
    })
  }
}
