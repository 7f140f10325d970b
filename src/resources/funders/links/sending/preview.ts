import type { Context } from '../../../../platform/context.ts'
import { listDocumentsById } from '../../../records/documents/store.ts'
import { readSender } from '../../../records/emails/store.ts'
import { getSubmission } from '../../../records/submissions/store.ts'
import { readSetting } from '../../../settings/read.ts'
import { getFunder } from '../../find.ts'
import { firstBody } from '../link.ts'
import type { LinkCreate } from '../schemas.ts'
import { findLinkWith } from '../store.ts'
import { writeWords } from './by-mail.ts'
import { nameReport, nameSent } from './files.ts'
import { isMarking } from './mark.ts'
import { requireSendable } from './send.ts'

const UNSENT = '(given when it is sent)'

/**
 * What a funder would get, before anything is sent: a submission that is linked already goes with
 * what was chosen then. Throws `funder_not_found`, `submission_not_found`, `document_not_found`,
 * `cannot_send`.
 */
export async function previewSending(
  ctx: Context,
  funderId: string,
  input: LinkCreate,
): Promise<object> {
  const funder = await getFunder(ctx, funderId)
  const submission = await getSubmission(ctx, input.submissionId)
  requireSendable(ctx, funder)
  const link = await findLinkWith(ctx, { funderId, submissionId: submission.id })
  const place = { submissionId: submission.id, status: 'pending' as const }
  const body = link?.body ?? (await firstBody(ctx, place, input))
  const files = await listFiles(ctx, body)
  const reference = link?.id ?? UNSENT
  const words = writeWords({ link: { body }, submission, files, reference })
  const isMail = funder.submissionChannel !== 'api'
  return {
    channel: isMail ? 'email' : 'api',
    from: isMail ? readSender(ctx, await readSetting(ctx, 'email_from_name')) : null,
    to: isMail ? funder.submissionEmail : new URL(funder.apiConfig!.url).origin,
    ...words,
    files,
  }
}

type Body = Awaited<ReturnType<typeof firstBody>>

async function listFiles(
  ctx: Context,
  { documents, reports = [] }: Body,
): Promise<{ filename: string; sizeBytes: number | null; documentId: string | null }[]> {
  const isMarked = await isMarking(ctx)
  const rows = await listDocumentsById(
    ctx,
    documents.map(({ id }) => id),
  )
  const at = new Date(ctx.house.now())
  return [
    ...reports.map(({ name }) => ({
      filename: nameReport(name, at),
      sizeBytes: null,
      documentId: null,
    })),
    ...rows.map((row) => ({
      filename: nameSent(row, isMarked),
      sizeBytes: row.sizeBytes,
      documentId: row.id,
    })),
  ]
}
