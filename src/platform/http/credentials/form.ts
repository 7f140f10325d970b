import type { Actor, Credential } from '../../../core/values/access/actor.ts'
import type { Environment } from '../../context.ts'
import type { Db } from '../../db/transaction.ts'
import { ApiError } from '../../errors/api-error.ts'
import type { ErrorCode } from '../../errors/catalogue.ts'

/** Whoever a key or a token was given to, as the database knows them now. */
export interface Holder {
  environment: Environment
  credential: Credential
  actor: Omit<Actor, 'credential' | 'ip' | 'userAgent'>
  /** Throws when the key or the token is not to be used, or not from this address. */
  admit(ip: string): void
}

/** A form of what is shown at the door. */
export interface CredentialForm {
  /** Whether a text is of this form, right or wrong. */
  isMeant(text: string): boolean
  /** Whether it has the whole form and its checksum; what has not never reaches the database. */
  isGenuine(text: string): boolean
  find(db: Db, hash: string): Promise<Holder | null>
  /** The error of one that nobody has. */
  unknown: ErrorCode
  challenge: string
}

/** The error of a request without a usable key or token, with the header that 401 requires. */
export function unauthorized(code: ErrorCode, challenge: string, message?: string): ApiError {
  return new ApiError(code, message, { headers: { 'www-authenticate': challenge } })
}
