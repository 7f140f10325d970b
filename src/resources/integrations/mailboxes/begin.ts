import type { Context } from '../../../platform/context.ts'
import type { IntegrationConfig } from '../store.ts'
import { insertMailbox, MAILBOXES } from './store.ts'

/** A new mailbox is read at the next turn. */
export async function beginMailbox(ctx: Context, id: string): Promise<void> {
  await insertMailbox(ctx, id)
  await resumeMailbox(ctx, id, false)
}

/** Has a mailbox read at the next turn; another one from its own beginning. */
export async function resumeMailbox(ctx: Context, id: string, isOther: boolean): Promise<void> {
  const anew = { uid_validity: null, last_uid: 0, read_until: null }
  await MAILBOXES.update(ctx, id, {
    next_read_at: new Date(ctx.house.now()).toISOString(),
    consecutive_failures: 0,
    ...(isOther ? anew : {}),
  })
}

/** Whether a change leads to another server or folder, whose UIDs mean other messages. */
export function isOtherMailbox(
  before: IntegrationConfig,
  after: IntegrationConfig | undefined,
): boolean {
  if (after === undefined) return false
  return before.base_url !== after.base_url || before.mailbox !== after.mailbox
}
