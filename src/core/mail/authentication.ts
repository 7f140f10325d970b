export const VERDICTS = ['pass', 'fail', 'softfail', 'neutral', 'none', 'unknown'] as const
type Verdict = (typeof VERDICTS)[number]

/** What is known of who sent a mail. */
export interface Authentication {
  spf: Verdict
  dkim: Verdict
  dmarc: Verdict
}

const UNKNOWN: Authentication = { spf: 'unknown', dkim: 'unknown', dmarc: 'unknown' }

/** A header by its name in lower case, as it stood in the mail from the top. */
export interface MailHeader {
  key: string
  value: string
}

/**
 * What the operator's own relay found, as its `Authentication-Results` say (RFC 8601). Anyone can
 * write that header into a mail, so it counts when it is the topmost one, names the relay, and
 * stands above what the relay received: above the second `Received`. All else is unknown.
 */
export function readAuthentication(
  headers: readonly MailHeader[],
  trustedRelay: string | null,
): Authentication {
  if (trustedRelay === null) return UNKNOWN
  const place = headers.findIndex(({ key }) => key === 'authentication-results')
  const received = headers.flatMap(({ key }, index) => (key === 'received' ? [index] : []))
  if (place < 0 || (received[1] !== undefined && received[1] < place)) return UNKNOWN
  const [relay = '', ...results] = headers[place]!.value.split(';')
  if (relay.trim().split(/\s/)[0]!.toLowerCase() !== trustedRelay.toLowerCase()) return UNKNOWN
  return {
    spf: findVerdict(results, 'spf'),
    dkim: findVerdict(results, 'dkim'),
    dmarc: findVerdict(results, 'dmarc'),
  }
}

/** The first result of a method; words that the standard lacks are unknown. */
function findVerdict(results: readonly string[], method: string): Verdict {
  // spf=pass (sender is allowed) smtp.mailfrom=example.com
  const form = new RegExp(`^\\s*${method}\\s*=\\s*([a-z]+)`, 'i')
  const found = results.map((one) => form.exec(one)?.[1]?.toLowerCase()).find(Boolean)
  return VERDICTS.find((verdict) => verdict === found) ?? 'unknown'
}
