import { Type } from 'typebox'
import type { Context, OutsideContext } from '../../../platform/context.ts'
import { json } from '../../../platform/db/sql.ts'
import { enqueue, job, type JobContext } from '../../../platform/jobs/job.ts'
import type { Mail } from '../../../platform/mail.ts'
import type { FaultKind } from '../../../providers/provider-fault.ts'
import { readSetting } from '../../settings/read.ts'
import { auditLink } from '../links/access.ts'
import { LINKS, type LinkRow } from '../links/store.ts'
import { planSync, SYNC_FAILURES_MAX } from '../lifecycle.ts'
import { INTEGRATIONS, noteUse } from '../store.ts'
import { updateSourceState } from './store.ts'

/** Why a sync brought nothing. */
export interface SyncFault {
  kind: FaultKind
  code: string
  message: string
  retryAfterSeconds: number | null
}

/**
 * Notes on the link why nothing came, and when it is tried again. What only the person at the bank
 * can mend waits for that person. After ten failures in a row it is no longer synced by itself, and
 * the lender hears of it once. The caller holds the link.
 */
export async function recordFault(ctx: Context, link: LinkRow, fault: SyncFault): Promise<void> {
  const { code, message } = fault
  const error = { code, message }
  const isForPerson = fault.kind === 'person_needed'
  const failures = link.consecutiveFailures + (isForPerson ? 0 : 1)
  const seconds = isForPerson ? null : planSync(failures, fault.retryAfterSeconds)
  const isOver = !isForPerson && seconds === null
  await LINKS.update(ctx, link.id, {
    status: isOver ? 'sync_disabled' : 'erroring',
    consecutive_failures: failures,
    error: json(error),
    next_sync_at: seconds === null ? null : new Date(ctx.house.now() + seconds * 1000).toISOString(),
    // An update whose rows changed while it was read begins again.
    page_cursor: fault.kind === 'changed_meanwhile' ? null : undefined,
  }) // prettier-ignore
  await noteUse(ctx, link.integrationId, error)
  if (link.dataSourceId !== null)
    await updateSourceState(ctx, link.dataSourceId, { status: 'error', error })
  if (isOver) await giveUp(ctx, link, message)
}

async function giveUp(ctx: Context, link: LinkRow, message: string): Promise<void> {
  const { id, submissionId } = link
  await auditLink(ctx, {
    action: 'deactivated',
    id,
    submissionId,
    summary: `Link no longer synced after ${SYNC_FAILURES_MAX} failures in a row: ${message}`,
  })
  await enqueue(ctx, sendLinkNoticeJob, { linkId: id }, { uniqueKey: id })
}

async function sendNotice(work: JobContext, { linkId }: { linkId: string }): Promise<void> {
  const found = await work.transaction(async (ctx) => {
    const link = await LINKS.get(ctx, linkId).catch(() => null)
    if (link?.status !== 'sync_disabled') return null
    const integration = await INTEGRATIONS.get(ctx, link.integrationId)
    const to = await readSetting<string[]>(ctx, 'notification_emails')
    return { link, to, name: integration.name }
  })
  if (found) await work.house.mailer.send(buildNotice(work, found))
}

export const sendLinkNoticeJob = job(
  'send-link-notice',
  Type.Object({ linkId: Type.String() }),
  sendNotice,
  { attempts: 10, pool: 'io' },
)

/** To those whom the tenant names, else to the operator, who is the sender. */
function buildNotice(
  { house, environment }: Pick<OutsideContext, 'house' | 'environment'>,
  { link, to, name }: { link: LinkRow; to: string[]; name: string },
): Mail {
  const { publicUrl, mailFrom } = house.config
  const url = `${publicUrl}/v1/integrations/${link.integrationId}`
  return {
    to: to.length === 0 ? mailFrom : to.map((address) => ({ name: null, address })),
    subject: `Accounts of a deal are no longer synced (${environment.mode} mode)`,
    text: [
      `${name} failed ${link.consecutiveFailures} times in a row to give what is new, so its link`,
      'is no longer synced by itself. What was imported before stays.',
      '',
      `Submission:  ${link.submissionId}`,
      `Link:        ${link.id}`,
      `Last error:  ${link.error?.code ?? 'unknown'}: ${link.error?.message ?? ''}`,
      '',
      `GET ${url}/calls lists the last calls.`,
      `POST ${url}/links/${link.id}/refresh tries again, and goes on where it stopped.`,
      '',
    ].join('\n'),
  }
}
