import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import {
  outside,
  SYSTEM_ACTOR,
  type Context,
  type Environment,
  type House,
} from '../../../platform/context.ts'
import { randomUUIDv7, requestId } from '../../../platform/crypto/tokens.ts'
import { json } from '../../../platform/db/sql.ts'
import { discard, putFile } from '../../../platform/http/multipart.ts'
import { enqueue } from '../../../platform/jobs/job.ts'
import { requireRoom } from '../../documents/intake/insert-file.ts'
import { insertEmail } from '../../records/emails/store.ts'
import { findEmail } from '../store.ts'

/** Bytes of one mail with its files. */
export const MAIL_BYTES_MAX = 30 * 1024 * 1024

/** The job that reads an arrived mail. */
export const TAKE_IN_MAIL = {
  kind: 'take-in-mail',
  payload: Type.Object({ emailId: Type.String() }),
}

/** The job of a mail that a person wrote; `workflows/triggers/on-mail.ts` runs it. */
export const START_MAIL_WORKFLOWS = {
  kind: 'start-mail-workflows',
  payload: Type.Object({ emailId: Type.String() }),
}

/** A mail as a server hands it over, with whom that server named. */
export interface ArrivedMail {
  raw: Buffer
  envelope: { from: string | null; to: string[] }
}

/**
 * Takes responsibility for a mail: when this returns, it is kept and will be read. The same bytes
 * again are the mail that is there. Nothing of it is parsed here; `within` is part of the same
 * transaction. Throws `empty_file`, `file_too_large`, `storage_quota_exceeded`,
 * `infected_file`.
 */
// oxlint-disable-next-line max-params -- who takes what, for whom, and what stands or falls with it
export async function receiveMail(
  house: House,
  environment: Environment,
  { raw, envelope }: ArrivedMail,
  within: (ctx: Context) => Promise<void> = async () => {},
): Promise<string> {
  const file = await putFile(house, environment, { filename: 'mail.eml', content: raw })
  const ctx = outside({ house, environment, actor: SYSTEM_ACTOR, requestId: requestId() })
  const id = randomUUIDv7()
  try {
    const kept = await ctx.transaction(async (own) => {
      await within(own)
      await requireRoom(own, file)
      const isNew = await insertEmail(own, {
        id,
        direction: 'inbound',
        status: 'received',
        thread_id: id,
        envelope: json(envelope),
        size_bytes: file.sizeBytes,
        sha256: file.sha256,
        storage_key: file.storageKey,
        wrapped_key: file.wrappedKey,
        received_at: new Date(house.now()).toISOString(),
      })
      if (!isNew) return (await findEmail(own, { sha256: file.sha256 }))!.id
      await enqueue(own, TAKE_IN_MAIL, { emailId: id }, { uniqueKey: id })
      return id
    })
    if (kept !== id) await discard(house, environment, [file])
    return kept
  } catch (error) {
    await discard(house, environment, [file])
    throw error
  }
}

/** A mail that cannot be kept, by the place where it stays. */
export interface Refusal {
  /** Names it among all: the same place again is the same mail. */
  place: string
  code: string
  sizeBytes: number
}

const REASONS: Readonly<Record<string, string>> = {
  empty_file: 'The mail is empty.',
  file_too_large: 'The mail is larger than 30 MiB; it stays in its mailbox.',
  infected_file: 'The virus scanner refuses the mail; it stays in its mailbox.',
}

/** Lists a mail of which nothing is kept, with the reason. */
export async function keepRefusal(
  ctx: Context,
  { place, code, sizeBytes }: Refusal,
): Promise<void> {
  const id = randomUUIDv7()
  await insertEmail(ctx, {
    id,
    direction: 'inbound',
    status: 'failed',
    thread_id: id,
    size_bytes: sizeBytes,
    sha256: createHash('sha256').update(place).digest('hex'),
    error: json({ code, message: REASONS[code] ?? 'The mail cannot be kept.' }),
    received_at: new Date(ctx.house.now()).toISOString(),
  })
}
