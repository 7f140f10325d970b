import { Type } from 'typebox'
import { Fields } from '../../../platform/wire/shapes.ts'
import type { App } from './app.ts'

// Segments that begin with a dot are refused: `..` would lead out of the folder.
const FOLDERS = '^[\\w-][\\w.-]*(?:/[\\w-][\\w.-]*)*$'
const Key = { minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$', writeOnly: true }

/** Where files of a deal are copied to. */
export const STORAGE_APPS: readonly App[] = [
  {
    slug: 's3_bucket',
    name: 'S3 bucket',
    description: 'Takes files that workflows save, in a bucket of AWS or any other that speaks S3.',
    category: 'data',
    version: '1.0.0',
    permissions: ['documents:read'],
    config: Fields({
      bucket: Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$', title: 'Bucket' }),
      region: Type.String({ pattern: '^[a-z0-9-]{1,40}$', title: 'Region' }),
      endpoint: Type.Optional(
        Type.String({
          format: 'uri',
          maxLength: 500,
          pattern: '^https?://[^/?#]+/?$',
          title: 'Endpoint',
          description: 'Scheme, host and port of a store other than AWS.',
        }),
      ),
      prefix: Type.Optional(
        Type.String({
          maxLength: 200,
          pattern: FOLDERS,
          title: 'Folder',
          description: 'Where in the bucket everything is put.',
        }),
      ),
      access_key_id: Type.String({ ...Key, title: 'Access key id' }),
      secret_access_key: Type.String({ ...Key, title: 'Secret access key' }),
    }),
    switchesOn: { nodeTypes: ['save_to_storage'] },
  },
]
