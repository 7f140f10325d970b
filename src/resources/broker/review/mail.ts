import { Type } from 'typebox'
import { job, type JobContext } from '../../../platform/jobs/job.ts'
import type { Mail } from '../../../platform/mail.ts'
import { readSetting } from '../../settings/read.ts'
import { getBrokerSubmission, type BrokerSubmissionRow } from '../store.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'

interface Request {
  brokerSubmissionId: string
  /** When the changes were requested; the mail of a later request is another one. */
  at: string
}

/** Sends a broker what the lender wants changed. */
async function sendMail(work: JobContext, { brokerSubmissionId, at }: Request): Promise<void> {
  const mail = await work.transaction(async (ctx) => {
    const row = await getBrokerSubmission(ctx, brokerSubmissionId).catch(absentIsNull)
    if (row?.status !== 'changes_requested') return null
    const fromName = await readSetting<string | null>(ctx, 'email_from_name')
    return buildMail(row, { fromName, at })
  })
  if (mail !== null) await work.house.mailer.send(mail)
}

export const sendBrokerMailJob = job(
  'send-broker-mail',
  Type.Object({ brokerSubmissionId: Type.String(), at: Type.String() }),
  sendMail,
  { attempts: 10, pool: 'io' },
)

function absentIsNull(error: unknown): null {
  if (error instanceof ApiError) return null
  throw error
}

/** A retry after a crash has the same id, by which mail programs drop the duplicate. */
function buildMail(
  { id, reference, companyInfo, brokerEmail, history }: BrokerSubmissionRow,
  { fromName, at }: { fromName: string | null; at: string },
): Mail {
  const note = history.findLast(({ to }) => to === 'changes_requested')?.note ?? ''
  const deal = `${companyInfo.name ?? 'Your deal'} (${reference})`.replaceAll(/\s+/g, ' ')
  return {
    to: brokerEmail,
    fromName,
    id: `${id}-${Date.parse(at)}`,
    subject: `Changes needed: ${deal}`,
    text: [
      `The lender needs changes before ${deal} can go on:`,
      '',
      note,
      '',
      'Change the deal or add files in the broker portal, then submit it again.',
      '',
    ].join('\n'),
  }
}
