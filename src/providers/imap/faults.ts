import { classifyError } from '../../platform/egress/egress.ts'
import { describeFailure } from '../../platform/egress/reasons.ts'
import type { EgressError } from '../../platform/egress/egress.ts'
import { ProviderFault } from '../provider-fault.ts'

/** What an error of the mail library has with it. */
interface MailError {
  code?: string
  message?: string
  authenticationFailed?: boolean
  tlsFailed?: boolean
  responseStatus?: string
  serverResponseCode?: string
}

/** How long the other side may be silent. */
export const SILENCE_MS = 60_000

/** What went wrong with a mailbox; no word of its server is taken over. */
export function toMailFault(error: unknown): ProviderFault {
  const { code = '', message = '', ...facts } = error as MailError
  if (facts.authenticationFailed)
    return new ProviderFault({
      kind: 'refused',
      code: 'mailbox_sign_in_refused',
      message: 'The mail server does not take user and password.',
    })
  if (code === 'ETHROTTLE' || facts.serverResponseCode === 'UNAVAILABLE')
    return new ProviderFault({
      kind: 'throttled',
      code: 'provider_rate_limited',
      message: 'The mail server takes no more commands for now.',
    })
  // Server does not support STARTTLS
  if (/STARTTLS/.test(`${code} ${message}`))
    return new ProviderFault({
      kind: 'refused',
      code: 'mailbox_without_tls',
      message: 'The mail server offers no STARTTLS, so no password is sent to it.',
    })
  if (facts.responseStatus === 'NO' || facts.serverResponseCode === 'NONEXISTENT')
    return new ProviderFault({
      kind: 'refused',
      code: 'mailbox_refused',
      message: 'The mail server does not open this folder.',
    })
  if (facts.responseStatus === 'BAD' || /^(?:Parser|\w+TooLarge|TooMany|Invalid)/.test(code))
    return new ProviderFault({
      kind: 'nonsense',
      code: 'provider_response_invalid',
      message: 'The mail server responded with something that is no IMAP.',
    })
  return toUnreachable(toReason(error, facts))
}

function toReason(error: unknown, { tlsFailed }: MailError): EgressError {
  const reason = classifyError(error)
  return tlsFailed && reason === 'http_error' ? 'tls' : reason
}

/** Of a server that is not there, or broke off. */
export function toUnreachable(reason: EgressError): ProviderFault {
  return new ProviderFault({
    kind: 'unreachable',
    code: reason === 'tls' ? 'mailbox_certificate_invalid' : 'provider_unreachable',
    message: `The mail server ${describeFailure(reason, SILENCE_MS)}.`,
  })
}
