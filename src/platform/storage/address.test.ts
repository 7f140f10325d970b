import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolveBucket, parseStorageUrl } from './address.ts'

const KEYS = {
  AWS_ACCESS_KEY_ID: 'id',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: '',
  AWS_REGION: 'us-east-1',
}

/** What the bucket of a URL is reached at. */
function describeBucket(url: string): string | null {
  const bucket = resolveBucket(parseStorageUrl(url)!, KEYS)
  return bucket && `${bucket.endpoint} ${bucket.region} ${bucket.bucket} ${bucket.prefix}`.trim()
}

test('a storage URL names a folder, or a bucket with what it leaves out filled in', () => {
  assert.deepEqual(parseStorageUrl('file:///var/assay'), { folder: '/var/assay' })
  assert.equal(describeBucket('file:///var/assay'), null)
  assert.equal(describeBucket('s3://files'), 'https://s3.us-east-1.amazonaws.com us-east-1 files')
  assert.equal(
    describeBucket('s3://files/a/b?region=eu-central-1'),
    'https://s3.eu-central-1.amazonaws.com eu-central-1 files a/b/',
  )
  assert.equal(
    describeBucket('s3://files/a/?endpoint=http%3A%2F%2F10.0.0.5:9000&region=local'),
    'http://10.0.0.5:9000 local files a/',
  )
})

test('a storage URL that could mean something else is refused', () => {
  const wrong = [
    'files',
    'https://files',
    's3://',
    's3://Files',
    's3://files/a/../b',
    's3://files/ä',
    's3://files?regoin=x',
    's3://files?endpoint=10.0.0.5',
    's3://files?endpoint=ftp://host',
    's3://files?endpoint=https://host/path',
    's3://files?endpoint=https://user:word@host',
  ]
  for (const url of wrong) assert.equal(parseStorageUrl(url), undefined, url)
})
