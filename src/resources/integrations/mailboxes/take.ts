import type { JobContext } from '../../../platform/jobs/job.ts'
import type { ListedMessage, OpenMailbox } from '../../../providers/imap/imap.ts'
import { keepRefusal, MAIL_BYTES_MAX, receiveMail } from '../../emails/incoming/receive.ts'
import { advanceMailbox, MAILBOXES, type MailboxRow } from './store.ts'

/** Of one job; what is left is another. */
const MESSAGES_MAX = 100
const BYTES_MAX = 200 * 1024 * 1024
/** How far the clocks of a server may be apart from ours. */
const SKEW_MS = 3_600_000
const DAY_MS = 24 * SKEW_MS

interface Wanted {
  mailbox: OpenMailbox
  /** What is there at the first time is taken too. */
  takesExisting: boolean
}

/**
 * Takes what is new, message by message in the order of the server; each stands in the database
 * together with how far the mailbox has been read. Returns whether more is left.
 */
export async function takeNew(
  work: JobContext,
  id: string,
  { mailbox, takesExisting }: Wanted,
): Promise<boolean> {
  const { uidValidity } = mailbox
  const after = await settlePlace(work, id, { mailbox, takesExisting })
  const uids = await mailbox.listUids(after)
  const listed = await mailbox.describe(uids.slice(0, MESSAGES_MAX))
  const taken: number[] = []
  let bytes = 0
  for (const message of listed) {
    if (bytes + message.sizeBytes > BYTES_MAX && taken.length > 0) break
    work.signal.throwIfAborted()
    await takeMessage(work, id, { mailbox, message, uidValidity })
    taken.push(message.uid)
    bytes += message.sizeBytes
  }
  await mailbox.putAway(taken)
  return taken.length > 0 && taken.length < uids.length
}

/** The UID behind which the new messages are. */
async function settlePlace(work: JobContext, id: string, wanted: Wanted): Promise<number> {
  const { uidValidity } = wanted.mailbox
  const seen = await work.transaction((ctx) => MAILBOXES.get(ctx, id))
  if (seen.uidValidity === uidValidity) return seen.lastUid
  const lastUid = await findPlace(seen, wanted)
  await work.transaction((ctx) =>
    MAILBOXES.update(ctx, id, { uid_validity: uidValidity, last_uid: lastUid }),
  )
  return lastUid
}

/**
 * Of a mailbox that is opened for the first time, or whose server has numbered its messages anew:
 * those that arrived since it was last read are looked at again, and are there already.
 */
async function findPlace(
  { uidValidity, readUntil }: MailboxRow,
  { mailbox, takesExisting }: Wanted,
): Promise<number> {
  const isFirst = uidValidity === null
  if (readUntil === null && (takesExisting || !isFirst)) return 0
  const end = await findEnd(mailbox)
  if (isFirst || readUntil === null) return end
  const since = Date.parse(readUntil) - SKEW_MS
  const uids = await mailbox.listUidsSince(new Date(since - DAY_MS))
  const recent = (await mailbox.describe(uids)).filter(({ arrivedAt }) => +arrivedAt >= since)
  return Math.min(end, ...recent.map(({ uid }) => uid - 1))
}

async function findEnd(mailbox: OpenMailbox): Promise<number> {
  if (mailbox.uidNext !== null) return mailbox.uidNext - 1
  return (await mailbox.listUids(0)).at(-1) ?? 0
}

interface Found {
  mailbox: OpenMailbox
  message: ListedMessage
  uidValidity: string
}

/** Codes of what never becomes right, however often it is read. */
const FINAL = ['empty_file', 'file_too_large', 'infected_file']

/** What cannot be kept is listed as a mail that failed, with the reason; it stays where it is. */
async function takeMessage(
  work: JobContext,
  id: string,
  { mailbox, message, uidValidity }: Found,
): Promise<void> {
  const { house, environment } = work
  const { uid, sizeBytes } = message
  const within = (ctx: Parameters<typeof advanceMailbox>[0]): Promise<void> =>
    advanceMailbox(ctx, id, { uidValidity, uid })
  const refuse = (code: string): Promise<void> =>
    work.transaction(async (ctx) => {
      await keepRefusal(ctx, { place: `${id} ${uidValidity} ${uid}`, code, sizeBytes })
      await within(ctx)
    })
  if (sizeBytes > MAIL_BYTES_MAX) return refuse('file_too_large')
  const raw = await mailbox.fetch(uid, MAIL_BYTES_MAX + 1)
  // It was moved or deleted since it was listed.
  if (raw === null) return work.transaction(within)
  if (raw.length > MAIL_BYTES_MAX) return refuse('file_too_large')
  try {
    await receiveMail(house, environment, { raw, envelope: { from: null, to: [] } }, within)
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (!FINAL.includes(code)) throw error
    await refuse(code)
  }
}
