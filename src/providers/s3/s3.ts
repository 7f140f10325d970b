import type { EgressRequest } from '../../platform/egress/egress.ts'
import { signCall } from '../../platform/storage/sign-call.ts'

/** A bucket of a tenant's own, which speaks the S3 interface. */
export interface TenantBucket {
  /** Null for that of AWS in the region. */
  endpoint: string | null
  region: string
  bucket: string
  /** The folders that every name begins with; null without. */
  prefix: string | null
  accessKeyId: string
  secretAccessKey: string
}

/** A file under its name below the prefix, folders and all. */
export interface TenantObject {
  name: string
  contentType: string
  bytes: Buffer
}

/**
 * The signed request that puts a file into a bucket, addressed by path. A repeated one leaves the
 * same object, since the name is the caller's.
 */
export async function buildPut(
  { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey }: TenantBucket,
  { name, contentType, bytes }: TenantObject,
): Promise<Pick<EgressRequest, 'method' | 'url' | 'headers' | 'body'>> {
  const { origin } = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`)
  const path = [bucket, ...(prefix?.split('/') ?? []), ...name.split('/')]
  const url = new URL(`${origin}/${path.map(encodeURIComponent).join('/')}`)
  const keys = { accessKeyId, secretAccessKey, sessionToken: '', region }
  const signed = await signCall(keys, { method: 'PUT', url, content: bytes })
  const headers = { ...signed, 'content-type': contentType }
  return { method: 'PUT', url: url.href, headers, body: bytes }
}

/** `403 SignatureDoesNotMatch`: what a bucket says of a call that it did not take. */
export function describeRefusal(status: number, body: string): string {
  // <Error><Code>SignatureDoesNotMatch</Code>…
  const code = /<Code>(?<code>\w{1,64})<\/Code>/.exec(body)?.groups?.code ?? ''
  return `${status} ${code}`.trimEnd()
}
