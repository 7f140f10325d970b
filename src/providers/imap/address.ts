import type { UrlVerdict } from '../../platform/egress/check-url.ts'
import type { Egress } from '../../platform/egress/egress.ts'
import { ApiError } from '../../platform/errors/api-error.ts'

/** A mail server, as its address names it. */
export interface MailServer {
  host: string
  port: number
  /** TLS from the first byte; otherwise by STARTTLS. */
  isTls: boolean
}

const SCHEMES: Readonly<Record<string, { port: number; isTls: boolean }>> = {
  imaps: { port: 993, isTls: true },
  imap: { port: 143, isTls: false },
}

// imaps://mail.example.com:993
const FORM = /^(imaps?):\/\/([^/?#@\s]+)\/?$/i
const MESSAGE =
  'The address of a mailbox has the form imaps://mail.example.com:993, or imap://mail.example.com:143 for STARTTLS.'

/** The server of an address; null for what is none. The host is judged as the parser writes it. */
export function toMailServer(text: string): MailServer | null {
  const [, scheme = '', authority = ''] = FORM.exec(text) ?? []
  const known = SCHEMES[scheme.toLowerCase()]
  const url = URL.parse(`https://${authority}/`)
  if (known === undefined || url === null) return null
  const port = authority.endsWith(':443') ? 443 : Number(url.port || known.port)
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port, isTls: known.isTls }
}

/**
 * Checks the address of a mailbox as far as its text shows: ports of mail, or one that any call may
 * go to. Throws `invalid_url`, `url_not_allowed`.
 */
export function requireMailUrl(
  egress: Pick<Egress, 'checkUrl'>,
  text: string,
  param: string,
): string {
  const server = toMailServer(text)
  if (server === null) throw new ApiError('invalid_url', MESSAGE, { param })
  const verdict = checkMailServer(egress, server)
  if (!verdict.ok) throw new ApiError(verdict.code, verdict.message, { param })
  return text
}

/** What the text of an address shows, before any name is looked up. */
export function checkMailServer(
  egress: Pick<Egress, 'checkUrl'>,
  { host, port }: MailServer,
): UrlVerdict {
  const authority = host.includes(':') ? `[${host}]` : host
  const isOfMail = Object.values(SCHEMES).some((each) => each.port === port)
  return egress.checkUrl(`https://${authority}${isOfMail ? '' : `:${port}`}/`)
}
