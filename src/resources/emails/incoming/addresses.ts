import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { openAddress, toMailAddress } from '../../records/mail-addresses/store.ts'
import { auditEmail } from '../outgoing/queue.ts'

interface Wanted {
  submissionId?: string | null
  brokerId?: string | null
}

/** Throws `mail_not_configured` where the operator takes no mail in. */
export async function giveAddress(
  ctx: Context,
  { submissionId = null, brokerId = null }: Wanted,
): Promise<object> {
  const token = await openAddress(ctx, { submissionId, brokerId })
  const address = toMailAddress(ctx.house, { token, submissionId })
  if (address === null) throw new ApiError('mail_not_configured')
  const summary = 'Address for e-mails shown'
  await auditEmail(ctx, {
    action: 'activated',
    id: submissionId ?? ctx.environment.id,
    submissionId,
    summary,
  })
  return { id: token, address, submissionId, brokerId }
}
