import { job, type JobContext } from '../../../platform/jobs/job.ts'
import { START_MAIL_WORKFLOWS } from '../../emails/incoming/receive.ts'
import { findEmail, type EmailRow } from '../../emails/store.ts'
import { startRun } from '../runs/start.ts'
import { getGraph, WORKFLOWS } from '../store.ts'
import { listListening } from './store.ts'

/** The mails that a workflow looks for, where another one looks for a type of event. */
const MAIL_RECEIVED = 'email.received'

/** Begins a run of each workflow that looks for such a mail, once, under the id of the mail. */
async function onMail(work: JobContext, { emailId }: { emailId: string }): Promise<void> {
  await work.commit(async (ctx) => {
    const email = await findEmail(ctx, { id: emailId })
    if (email === null) return
    for (const { id: workflowId } of await listListening(ctx, MAIL_RECEIVED)) {
      const { activeVersion } = await WORKFLOWS.get(ctx, workflowId)
      const { trigger } = await getGraph(ctx, { workflowId, version: activeVersion! })
      if (!isWanted(email, trigger.config)) continue
      await startRun(ctx, {
        workflowId,
        trigger: { type: trigger.type },
        triggerKey: `mail ${emailId}`,
        submissionId: email.submissionId,
        input: { email: describe(email) },
      })
    }
  })
}

interface Wanted {
  from?: string[]
  subject?: string
}

/** A sender is an address or a domain; a subject has the words, whatever their case. */
function isWanted({ fromAddress, subject }: EmailRow, { from, subject: words }: Wanted): boolean {
  const address = fromAddress?.toLowerCase() ?? ''
  const isFrom =
    from?.some((one) => {
      const wanted = one.toLowerCase().replace(/^@/, '')
      return address === wanted || address.endsWith(`@${wanted}`)
    }) ?? true
  return isFrom && subject.toLowerCase().includes(words?.toLowerCase() ?? '')
}

/** What is no secret of the mail: its text is sealed, and read with GET /v1/emails/:id. */
function describe(email: EmailRow): Record<string, unknown> {
  const { id, submissionId, fromName, fromAddress, subject, messageId } = email
  return {
    id,
    submission_id: submissionId,
    from: { name: fromName, address: fromAddress },
    subject,
    message_id: messageId,
  }
}

export const startMailWorkflowsJob = job(
  START_MAIL_WORKFLOWS.kind,
  START_MAIL_WORKFLOWS.payload,
  onMail,
)
