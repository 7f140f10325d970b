import type { MailHeader } from './authentication.ts'

/** Headers that programs send, and what in them says so (RFC 3834, RFC 2076). */
const SIGNS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    'auto-submitted': /^(?!no\b)\S/i,
    precedence: /^(?:bulk|list|junk|auto_reply)/i,
    'list-id': /\S/,
    'list-unsubscribe': /\S/,
    'x-auto-response-suppress': /\S/,
    'x-autoreply': /\S/,
    'x-autorespond': /\S/,
    'x-loop': /\S/,
    'feedback-id': /\S/,
    'content-type': /^multipart\/report/i,
    'return-path': /^<>$/,
    from: /(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply)@/i,
  }),
)

/** Whether a program sent the mail: a reply to it may get another one, for ever. */
export function isAutomatic(headers: readonly MailHeader[]): boolean {
  return headers.some(({ key, value }) => SIGNS.get(key)?.test(value) === true)
}

/** Whether the mail says that another one could not be delivered (RFC 3464). */
export function isBounce(headers: readonly MailHeader[]): boolean {
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? ''
  return /^multipart\/report/i.test(type) && /report-type\s*=\s*"?delivery-status/i.test(type)
}
