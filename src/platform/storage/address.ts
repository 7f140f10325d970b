/** A bucket that speaks the S3 interface. */
export interface BucketSettings {
  /** Scheme, host and port, and nothing after them. */
  endpoint: string
  region: string
  bucket: string
  /** Before every name; empty, or with a slash at its end. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
  /** Empty without one. */
  sessionToken: string
}

/** What a storage URL says; what it does not say of a bucket is null. */
export type StorageAddress =
  | { folder: string }
  | { bucket: string; prefix: string; region: string | null; endpoint: string | null }

/** Keys as AWS's own tools name them. */
export interface BucketKeys {
  AWS_ACCESS_KEY_ID: string
  AWS_SECRET_ACCESS_KEY: string
  AWS_SESSION_TOKEN: string
  AWS_REGION: string
}

// s3://bucket-name/some/prefix?region=eu-central-1
const BUCKET_FORM = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?<path>[/\w.-]*)(?:\?|$)/
const PARAMETERS = ['region', 'endpoint']

/** `file:///path` or `s3://bucket/prefix?region=…&endpoint=…`; undefined when it is neither. */
export function parseStorageUrl(text: string): StorageAddress | undefined {
  if (text.startsWith('file:///')) return { folder: new URL(text).pathname }
  const { bucket, path = '' } = BUCKET_FORM.exec(text)?.groups ?? {}
  const query = URL.parse(text)?.searchParams
  if (!bucket || !query || ![...query.keys()].every((name) => PARAMETERS.includes(name)))
    return undefined
  const endpoint = parseOrigin(query.get('endpoint'))
  const folders = path.split('/').filter((folder) => folder !== '')
  if (endpoint === undefined || folders.some((folder) => /^\.+$/.test(folder))) return undefined
  const prefix = folders.map((folder) => `${folder}/`).join('')
  return { bucket, prefix, region: query.get('region'), endpoint }
}

/** Null without an endpoint; undefined when there is more to it than scheme, host and port. */
function parseOrigin(text: string | null): string | null | undefined {
  if (text === null) return null
  const url = URL.parse(text)
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href
  return isOrigin ? url.origin : undefined
}

/** The bucket of an address, with its keys; null for a folder. */
export function resolveBucket(
  address: StorageAddress | null,
  keys: BucketKeys,
): BucketSettings | null {
  if (address === null || 'folder' in address) return null
  const region = address.region ?? keys.AWS_REGION
  return {
    ...address,
    region,
    endpoint: address.endpoint ?? `https://s3.${region}.amazonaws.com`,
    accessKeyId: keys.AWS_ACCESS_KEY_ID,
    secretAccessKey: keys.AWS_SECRET_ACCESS_KEY,
    sessionToken: keys.AWS_SESSION_TOKEN,
  }
}
