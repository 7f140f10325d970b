import type { Mode } from '../../context.ts'
import { sql } from '../../db/sql.ts'
import { unauthorized, type CredentialForm, type Holder } from './form.ts'
import { isUploadToken, looksLikeUploadToken } from './upload-token.ts'

const CHALLENGE = 'Bearer error="invalid_token"'
/** All that a link opens; which link of the tenant it is, its noun looks at. */
const SCOPES = ['uploads:read', 'uploads:write']

interface LinkRow {
  id: string
  environmentId: string
  tenantId: string
  mode: Mode
  isExpired: boolean
}

/** `sul_live_…`, `sul_test_…`: of whoever was given the link. */
export const UPLOAD_LINKS: CredentialForm = {
  isMeant: looksLikeUploadToken,
  isGenuine: isUploadToken,
  find: async (db, hash) => {
    const row = await db.row<LinkRow>(sql`select * from system_find_upload_link(${hash})`)
    return row && toHolder(row)
  },
  unknown: 'invalid_access_token',
  challenge: CHALLENGE,
}

function toHolder({ id, environmentId, tenantId, mode, isExpired }: LinkRow): Holder {
  return {
    environment: { id: environmentId, tenantId, mode },
    credential: { kind: 'upload_link', id },
    actor: {
      type: 'upload_link',
      id,
      userId: null,
      name: 'Upload link',
      keyHint: null,
      scopes: SCOPES,
    },
    admit: () => {
      if (isExpired) throw unauthorized('expired_access_token', CHALLENGE)
    },
  }
}
