import type { Context, House } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { isSecure } from '../../../platform/http/connection/browser.ts'
import { makeChallenge, takeChallenge } from './challenges.ts'
import type { PasskeyRecord } from './store.ts'

/** Where passkeys of this copy belong: browsers bind them to the host name. */
interface Place {
  rpID: string
  origin: string
}

/** Throws `passkeys_unavailable` where browsers would make none. */
function requirePlace({ config }: Pick<House, 'config'>): Place {
  const { hostname, origin } = new URL(config.publicUrl)
  const isUsable = isSecure(config.publicUrl) || hostname === 'localhost'
  if (!isUsable) throw new ApiError('passkeys_unavailable')
  return { rpID: hostname, origin }
}

/** Its certificates and CBOR are loaded with the first passkey. */
const load = () => import('@simplewebauthn/server')

/** What the browser needs to make a passkey for an account. */
export async function makeRegistrationOptions(
  house: House,
  account: { id: string; email: string; name: string },
  known: readonly PasskeyRecord[],
): Promise<object> {
  const { rpID } = requirePlace(house)
  const { generateRegistrationOptions } = await load()
  return generateRegistrationOptions({
    rpName: 'Assay',
    rpID,
    userName: account.email,
    userDisplayName: account.name,
    userID: new TextEncoder().encode(account.id),
    challenge: makeChallenge(house),
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
}

/** The public half of a new passkey. Throws `invalid_format` for what no browser has made. */
export async function readNewPasskey(
  { house, db }: Context,
  credential: object,
): Promise<PasskeyRecord> {
  const { rpID, origin } = requirePlace(house)
  const { verifyRegistrationResponse } = await load()
  let challenge = ''
  const checked = await verifyRegistrationResponse({
    response: credential as never,
    expectedChallenge: (given) => {
      challenge = given
      return true
    },
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(refuseNew)
  // Behind the check, so that a failure of the database is no fault of the passkey.
  const isFresh = checked.verified && (await takeChallenge({ house, db }, challenge))
  if (!isFresh) return refuseNew(null)
  const { id, publicKey, counter, transports } = checked.registrationInfo.credential
  return {
    id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: transports ?? [],
  }
}

/** What the browser needs to use one; it knows itself which there are. */
export async function makeSignInOptions(house: House): Promise<object> {
  const { rpID } = requirePlace(house)
  const { generateAuthenticationOptions } = await load()
  const challenge = makeChallenge(house)
  return generateAuthenticationOptions({ rpID, challenge, userVerification: 'required' })
}

/** The counter of the passkey after this use. Throws `passkey_invalid`. */
export async function checkPasskey(
  house: House,
  credential: object,
  { id, publicKey, counter, transports }: PasskeyRecord,
): Promise<number> {
  const { rpID, origin } = requirePlace(house)
  const { verifyAuthenticationResponse } = await load()
  let challenge = ''
  const checked = await verifyAuthenticationResponse({
    response: credential as never,
    expectedChallenge: (given) => {
      challenge = given
      return true
    },
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id,
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      counter,
      transports,
    },
    requireUserVerification: true,
  }).catch(refuse)
  const isFresh =
    checked.verified &&
    (await house.database.withSystem((db) => takeChallenge({ house, db }, challenge)))
  if (!isFresh) throw new ApiError('passkey_invalid')
  return checked.authenticationInfo.newCounter
}

function refuseNew(cause: unknown): never {
  const message = 'credential is not what a browser makes for options of this service.'
  throw new ApiError('invalid_format', message, { param: 'credential', cause })
}

/** Whatever is wrong with what a browser sent is the sender’s fault. */
function refuse(error: unknown): never {
  throw new ApiError('passkey_invalid', undefined, { param: 'credential', cause: error })
}
