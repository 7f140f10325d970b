import { parseApiKey } from '../../crypto/api-key.ts'
import { sql } from '../../db/sql.ts'
import { createIpList, parseIpRange } from '../../egress/ip-ranges.ts'
import { ApiError } from '../../errors/api-error.ts'
import { unauthorized, type CredentialForm, type Holder } from './form.ts'

const CHALLENGE = 'Bearer'

interface KeyRow {
  id: string
  tenantId: string
  environmentId: string
  mode: 'live' | 'test'
  name: string
  hint: string
  status: 'active' | 'inactive' | 'rotating' | 'revoked'
  scopes: string[]
  ipAllowlist: string[]
  isExpired: boolean
  isGraceOver: boolean
  brokerId: string | null
}

/** `svc_live_…` and `svc_test_…`; whatever is no other form is meant as one. */
export const API_KEYS: CredentialForm = {
  isMeant: () => true,
  isGenuine: (text) => parseApiKey(text) !== null,
  find: async (db, hash) => {
    const row = await db.row<KeyRow>(sql`select * from system_find_key(${hash})`)
    return row && toHolder(row)
  },
  unknown: 'invalid_api_key',
  challenge: CHALLENGE,
}

function toHolder(row: KeyRow): Holder {
  const { id, name, hint, scopes, brokerId } = row
  const type = brokerId === null ? 'api_key' : 'broker'
  return {
    environment: { id: row.environmentId, tenantId: row.tenantId, mode: row.mode },
    credential: { kind: 'api_key', id },
    actor: { type, id, userId: null, brokerId, name, keyHint: hint, scopes },
    admit: (ip) => refuseUnusable(row, ip),
  }
}

function refuseUnusable(row: KeyRow, ip: string): void {
  if (row.status === 'revoked' || (row.status === 'rotating' && row.isGraceOver))
    throw unauthorized('revoked_api_key', CHALLENGE)
  if (row.status === 'inactive') throw unauthorized('inactive_api_key', CHALLENGE)
  if (row.isExpired) throw unauthorized('expired_api_key', CHALLENGE)
  if (row.ipAllowlist.length > 0) refuseElsewhere(row.ipAllowlist, ip)
}

/** An entry that older versions took and that is no range lets nobody in, and is named. */
function refuseElsewhere(entries: string[], ip: string): void {
  const ranges = entries.map(parseIpRange)
  if (createIpList(ranges.filter((range) => range !== null)).has(ip)) return
  const unusable = entries.find((_, index) => ranges[index] === null)
  if (unusable === undefined) throw new ApiError('ip_not_allowed')
  const message = `The ip_allowlist of the key has ${unusable}, which is no IP address or range. Create a new key.`
  throw new ApiError('ip_not_allowed', message)
}
