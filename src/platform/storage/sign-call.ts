import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { BucketSettings } from './address.ts'

/** What is sent: bytes, or a file with its size and SHA-256. */
export type Content = Buffer | { path: string; sizeBytes: number; sha256: string }

type Keys = Pick<BucketSettings, 'accessKeyId' | 'secretAccessKey' | 'sessionToken' | 'region'>

/**
 * The headers of a call to a bucket, by signature version 4. The hash of what is sent is signed, so
 * that it cannot arrive changed.
 */
export async function signCall(
  { accessKeyId, secretAccessKey, sessionToken, region }: Keys,
  { method, url, content }: { method: string; url: URL; content: Content },
): Promise<Record<string, string>> {
  const [sizeBytes, sha256] = Buffer.isBuffer(content)
    ? [content.length, createHash('sha256').update(content).digest('hex')]
    : [content.sizeBytes, content.sha256]
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { 'x-amz-content-sha256': sha256 },
    accessKeyId,
    secretAccessKey,
    ...(sessionToken === '' ? {} : { sessionToken }),
    region,
    service: 's3',
  })
  const { headers } = await signer.sign()
  if (method === 'PUT') headers.set('content-length', String(sizeBytes))
  return Object.fromEntries(headers)
}
