import { createHash, randomBytes } from 'node:crypto'
import type { Context, OutsideContext } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { auditEmail } from '../outgoing/queue.ts'
import { MAIL_BYTES_MAX, receiveMail, type ArrivedMail } from './receive.ts'
import { findEnvironmentOfHook, putHook } from './store.ts'

/** The address for a mail service, shown once; the one before ends with it. */
export async function rotateHook(ctx: Context): Promise<{ url: string }> {
  const token = randomBytes(32).toString('base64url')
  await putHook(ctx, hash(token))
  const summary = 'Address for mail services replaced'
  await auditEmail(ctx, { action: 'rotated', id: ctx.environment.id, summary })
  return { url: `${ctx.house.config.publicUrl}/v1/hooks/mail/${token}` }
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** What a mail service may send: the message itself, or fields with it. */
export interface Delivery {
  token: string
  /** The body of `message/rfc822`. */
  raw: Buffer | null
  fields: Readonly<Record<string, unknown>>
}

/**
 * Takes a mail from a mail service. Throws `invalid_access_token` for an address that is none, and
 * `missing_field` for a body without the message.
 */
export async function takeDelivery(ctx: OutsideContext, delivery: Delivery): Promise<string> {
  const environment = await findEnvironmentOfHook(ctx.house, hash(delivery.token))
  if (environment === null) throw new ApiError('invalid_access_token', 'The address is not valid.')
  return receiveMail(ctx.house, environment, toMail(delivery))
}

/** Fields with the whole message: of SendGrid (raw), Mailgun and Postmark, in that order. */
const MESSAGE_FIELDS = ['email', 'body-mime', 'RawEmail']
const RECEIVER_FIELDS = ['to', 'recipient', 'OriginalRecipient', 'To']

function toMail({ raw, fields }: Delivery): ArrivedMail {
  const text = MESSAGE_FIELDS.map((name) => fields[name]).find((value) => typeof value === 'string')
  const bytes = raw ?? (text === undefined ? null : Buffer.from(text as string))
  const known = MESSAGE_FIELDS.join(', ')
  if (bytes === null || bytes.length === 0) {
    const message = `Send the message as message/rfc822, or whole in one of the fields ${known}.`
    throw new ApiError('missing_field', message, { param: 'email' })
  }
  if (bytes.length > MAIL_BYTES_MAX)
    throw new ApiError('file_too_large', undefined, { param: 'email' })
  const to = RECEIVER_FIELDS.flatMap((name) => listAddresses(fields[name]))
  const from = listAddresses(fields['sender'] ?? fields['from'])[0] ?? null
  return { raw: bytes, envelope: { from, to: to.slice(0, 100) } }
}

function listAddresses(value: unknown): string[] {
  if (typeof value !== 'string') return []
  return value.slice(0, 20_000).match(/[^\s,;:<>"]{1,200}@[^\s,;:<>"]{1,254}/g) ?? []
}
