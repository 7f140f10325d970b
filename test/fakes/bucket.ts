import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

/** A server that speaks S3 and refuses a request whose signature is wrong, with one bucket. */
export interface FakeBucket {
  /** Settings of a house that keeps its files here. */
  settings: Record<string, string>
  /** Config of the app of a tenant that saves files here. */
  appConfig: Record<string, string>
  /** Where the server keeps objects, as files whose names end with `._S3rver_object`. */
  directory: string
  /** The next requests get 503, as from a bucket that wants fewer requests. */
  failNext(count: number): void
  close(): Promise<void>
}

/** The only account that the server knows. */
const ACCOUNT = 'S3RVER'

export async function startBucket(prefix = 'assay/files'): Promise<FakeBucket> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-bucket-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'house' }],
  })
  let failing = 0
  server.middleware.unshift(async (ctx, next) => {
    if (failing === 0) return next()
    failing -= 1
    ctx.status = 503
    ctx.body = '<Error><Code>SlowDown</Code></Error>'
  })
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  return {
    settings: {
      STORAGE_URL: `s3://house/${prefix}?endpoint=${encodeURIComponent(endpoint)}`,
      AWS_ACCESS_KEY_ID: ACCOUNT,
      AWS_SECRET_ACCESS_KEY: ACCOUNT,
    },
    appConfig: {
      bucket: 'house',
      region: 'us-east-1',
      endpoint,
      access_key_id: ACCOUNT,
      secret_access_key: ACCOUNT,
    },
    directory,
    failNext: (count) => (failing = count),
    close: async () => {
      server.httpServer.closeAllConnections()
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
