import { Secret, TOTP } from 'otpauth'

/** What every authenticator app computes; some read nothing else from the link. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const STEP_MS = FORM.period * 1000

/** A new secret of 160 bits in base32, as RFC 4226 recommends. */
export function mintTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The link that an authenticator app reads, with the account's name in it. */
export function formatTotpLink(secret: string, label: string): string {
  return new TOTP({ ...FORM, issuer: 'Assay', label, secret }).toString()
}

/**
 * The step whose code this is, of now or one beside it for a clock that is off; null for a wrong
 * code. Whoever takes the code must take the step, which can be done once.
 */
export function findTotpStep(secret: string, code: string, nowMs: number): number | null {
  const plain = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(plain)) return null
  const delta = new TOTP({ ...FORM, secret }).validate({
    token: plain,
    timestamp: nowMs,
    window: 1,
  })
  return delta === null ? null : Math.floor(nowMs / STEP_MS) + delta
}
