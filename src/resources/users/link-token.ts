import { createHash, randomBytes } from 'node:crypto'
import type { House } from '../../platform/context.ts'

/** What the link of an invitation or a setup carries behind its `#`: 32 random bytes. */
export function mintLinkToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The only form in which a secret of a person is stored; each purpose has hashes of its own. */
export function hashSecret(
  { apiKeys }: Pick<House, 'apiKeys'>,
  purpose: 'session' | 'invitation' | 'reset' | 'recovery-code' | 'challenge' | 'attempt',
  secret: string,
): string {
  return apiKeys.hash(`${purpose}/${secret}`)
}

/** An address for counting trials by, in one spelling. */
export function digestEmail(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')
}
