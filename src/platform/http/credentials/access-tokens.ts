import { ROLE_SCOPES, type Role } from '../../../core/values/access/roles.ts'
import { limitScopes } from '../../../core/values/access/scopes.ts'
import type { Credential } from '../../../core/values/access/actor.ts'
import type { Mode } from '../../context.ts'
import { isAccessToken, looksLikeAccessToken } from '../../crypto/access-token.ts'
import { sql } from '../../db/sql.ts'
import { unauthorized, type CredentialForm, type Holder } from './form.ts'

/** RFC 6750 §3.1: a program that reads it requests a new token. */
const CHALLENGE = 'Bearer error="invalid_token"'

interface TokenRow {
  kind: Exclude<Credential['kind'], 'api_key' | 'upload_link'>
  credentialId: string
  userId: string
  userName: string
  tenantId: string
  environmentId: string
  mode: Mode
  hint: string
  scopes: string[]
  clientId: string | null
  clientName: string | null
  /** Null for whoever is no member any more. */
  role: Role | null
  /** Of whoever has the role of a broker. */
  brokerId: string | null
  isExpired: boolean
  isRevoked: boolean
}

/** `sat_live_…`, `sat_test_…`: of a person in the web interface, or of a program for a person. */
export const ACCESS_TOKENS: CredentialForm = {
  isMeant: looksLikeAccessToken,
  isGenuine: isAccessToken,
  find: async (db, hash) => {
    const row = await db.row<TokenRow>(sql`select * from system_find_access_token(${hash})`)
    return row && toHolder(row)
  },
  unknown: 'invalid_access_token',
  challenge: CHALLENGE,
}

function toHolder(row: TokenRow): Holder {
  const { userId, userName, role, kind, clientName } = row
  return {
    environment: { id: row.environmentId, tenantId: row.tenantId, mode: row.mode },
    credential: { kind, id: row.credentialId },
    actor: {
      type: kind === 'grant' ? 'oauth' : 'user',
      id: userId,
      userId,
      // Whoever has the role and no broker is nobody's: the lender's is everything.
      brokerId: role === 'broker' ? (row.brokerId ?? NOBODY) : null,
      name: kind === 'grant' ? `${userName} (${clientName ?? row.clientId})` : userName,
      keyHint: row.hint,
      // As the role is now: what was taken from it since is taken from its tokens.
      scopes: role === null ? [] : limitScopes(ROLE_SCOPES[role], row.scopes),
    },
    admit: () => refuseUnusable(row),
  }
}

const NOBODY = '00000000-0000-0000-0000-000000000000'

function refuseUnusable({ isRevoked, isExpired }: TokenRow): void {
  if (isRevoked) throw unauthorized('revoked_access_token', CHALLENGE)
  if (isExpired) throw unauthorized('expired_access_token', CHALLENGE)
}
