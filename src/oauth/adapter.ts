import type { Adapter, Payload } from 'oidc-provider'
import type { House } from '../platform/context.ts'
import type { Db } from '../platform/db/transaction.ts'
import {
  insertAccessToken,
  revokeAccessTokens,
} from '../resources/records/people/access-tokens/store.ts'
import { endGrant, findGrant } from '../resources/records/people/grants/store.ts'
import { parseAccount } from './account.ts'
import {
  CLIENT_DAYS,
  consumeRecord,
  deleteRecord,
  findRecord,
  keepClient,
  putRecord,
  RECORD_PAYLOAD,
} from './store.ts'

const DAY_SECONDS = 24 * 60 * 60
/** How long an access token is good. */
export const TOKEN_SECONDS = 60 * 60

/** Of these the grant is known, and ends them. */
const OF_GRANT = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken'])

/** Makes the error of a code or a token that is not good any more. */
export type MakeInvalidGrant = (description: string) => Error

/**
 * Where the library keeps what it issues. The database has hashes and sealed payloads: a dump of it
 * opens nothing.
 */
export function createAdapter(
  house: House,
  kind: string,
  makeInvalidGrant: MakeInvalidGrant,
): Adapter {
  const { database } = house
  const hash = (id: string): string => house.apiKeys.hash(`oauth ${kind} ${id}`)
  const read = async (by: { idHash: string | null; uidHash: string | null }) => {
    const row = await database.withSystem((db) => findRecord(db, { kind, ...by }))
    if (row === null) return undefined
    const text = RECORD_PAYLOAD.at(house, kind, row.idHash).open(row.sealed)
    const payload = JSON.parse(text) as Payload
    return row.isConsumed ? { ...payload, consumed: true } : payload
  }
  return {
    find: (id) => read({ idHash: hash(id), uidHash: null }),
    findByUid: (uid) => read({ idHash: null, uidHash: hash(uid) }),
    findByUserCode: async () => undefined,
    upsert: async (id, payload, expiresIn) => {
      const idHash = hash(id)
      const { grantId = null, uid } = payload
      const record = {
        kind,
        idHash,
        grantId: OF_GRANT.has(kind) ? grantId : null,
        uidHash: kind === 'Session' && uid ? hash(uid) : null,
        sealed: RECORD_PAYLOAD.at(house, kind, idHash).seal(JSON.stringify(payload)),
        seconds: expiresIn ?? (kind === 'Client' ? CLIENT_DAYS * DAY_SECONDS : null),
      }
      const isWritten = await database.withSystem(async (db) => {
        if (kind === 'AccessToken' && !(await admitToken(house, db, { id, payload }))) return false
        return putRecord(db, record)
      })
      if (!isWritten) throw makeInvalidGrant('the access that was granted has ended')
    },
    consume: async (id) => {
      const isFirst = await database.withSystem((db) =>
        consumeRecord(db, { kind, idHash: hash(id) }),
      )
      if (!isFirst) throw makeInvalidGrant('it was used before')
    },
    destroy: async (id) => {
      const payload =
        kind === 'AccessToken' ? await read({ idHash: hash(id), uidHash: null }) : null
      await database.withSystem(async (db) => {
        await deleteRecord(db, { kind, idHash: hash(id) })
        if (kind === 'Grant') await endGrant(db, { id, tenantId: null, userId: null })
        if (payload?.grantId)
          await revokeAccessTokens(house, db, { credentialId: payload.grantId, token: id })
        db.afterCommit(house.forgetApiKeys)
      })
    },
    revokeByGrantId: async (grantId) => {
      await database.withSystem(async (db) => {
        await endGrant(db, { id: grantId, tenantId: null, userId: null })
        db.afterCommit(house.forgetApiKeys)
      })
    },
  }
}

/** The token as the door of the API knows it; false where the grant has ended. */
async function admitToken(
  house: House,
  db: Db,
  { id, payload }: { id: string; payload: Payload },
): Promise<boolean> {
  const { grantId, clientId, scope = '' } = payload
  const holder = grantId ? await findGrant(db, { id: grantId, isOfCode: false }) : null
  const account = parseAccount(payload.accountId ?? '')
  if (!holder || !account || !grantId || !clientId) return false
  await keepClient(db, house.apiKeys.hash(`oauth Client ${clientId}`))
  const expiresAt = await insertAccessToken(house, db, {
    token: id,
    credential: { kind: 'grant', id: grantId },
    ...account,
    scopes: scope.split(' ').filter((one) => one !== ''),
    client: { id: clientId, name: holder.clientName },
    seconds: TOKEN_SECONDS,
  })
  return expiresAt !== null
}
