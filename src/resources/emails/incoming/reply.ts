import { Type } from 'typebox'
import type { ReadMail } from '../../../core/mail/read-mail.ts'
import type { Context } from '../../../platform/context.ts'
import { holdName } from '../../../platform/db/record-store.ts'
import { enqueue, job, type JobContext } from '../../../platform/jobs/job.ts'
import { findActiveTemplate } from '../../email-templates/in-force.ts'
import { findIsUnsettled } from '../../pipeline/runs/store.ts'
import { queueMail } from '../outgoing/queue.ts'
import { writeMail } from '../outgoing/write.ts'
import { EMAILS } from '../store.ts'
import { hasRecentReply } from './store.ts'

const Payload = Type.Object({ emailId: Type.String(), looks: Type.Integer() })

/** A reply waits until the files have been read, since it lists what is missing. */
const LOOK_SECONDS = 2
const LOOKS_MAX = 300

/**
 * Plans the reply to a mail that brought files or opened a deal, where the tenant has a template
 * for it. A program gets none, and neither does who has had one within the hour.
 */
export async function queueReply(
  ctx: Context,
  { emailId, mail }: { emailId: string; mail: ReadMail },
): Promise<void> {
  if (mail.isAutomatic || mail.from === null || isOwn(ctx, mail.from.address)) return
  const { envelope } = await EMAILS.get(ctx, emailId)
  // A bounce has no sender (RFC 5321 §4.5.5).
  if (envelope.from === '' || envelope.from === '<>') return
  if ((await findActiveTemplate(ctx, 'submission_received')) === null) return
  await enqueue(ctx, replyToMailJob, { emailId, looks: 0 }, { delaySeconds: LOOK_SECONDS })
}

function isOwn({ house }: Context, address: string): boolean {
  const { mailFrom, inboundMailDomain } = house.config
  const own = /[^\s<]+@[^\s>]+/.exec(mailFrom)?.[0]?.toLowerCase()
  return address === own || address.split('@')[1] === inboundMailDomain
}

async function reply(work: JobContext, { emailId, looks }: { emailId: string; looks: number }) {
  await work.commit(async (ctx) => {
    const email = await EMAILS.get(ctx, emailId).catch(() => null)
    if (email === null || email.submissionId === null || email.fromAddress === null) return
    const isUnsettled = await findIsUnsettled(ctx, email.submissionId)
    if (isUnsettled === null) return
    if (isUnsettled && looks < LOOKS_MAX) {
      const next = { emailId, looks: looks + 1 }
      return enqueue(ctx, replyToMailJob, next, { delaySeconds: LOOK_SECONDS })
    }
    await send(ctx, { emailId, address: email.fromAddress, submissionId: email.submissionId })
  })
}

export const replyToMailJob = job('reply-to-mail', Payload, reply, { pool: 'io' })

async function send(
  ctx: Context,
  { emailId, address, submissionId }: { emailId: string; address: string; submissionId: string },
): Promise<void> {
  const template = await findActiveTemplate(ctx, 'submission_received')
  const { mailer } = ctx.house
  if (template === null || (!mailer.canSend && ctx.environment.mode === 'live')) return
  await holdName(ctx, `reply to ${address}`)
  if (await hasRecentReply(ctx, address)) return
  const request = { templateId: template.id, submissionId, to: [address], inReplyTo: emailId }
  await queueMail(ctx, await writeMail(ctx, request), { isAutomatic: true })
}
