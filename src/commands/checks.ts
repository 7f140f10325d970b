import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '../config.ts'
import { atStep } from './step.ts'

type Address = Pick<Config, 'host' | 'port'>

/** Where a process listens, for the sentences about it. */
export function toAddress({ host, port }: Address): string {
  return `${port} on ${host}`
}

/** Opens a port for a moment: one that is taken is known before a database was started. */
export async function checkPort(
  step: 'listen' | 'metrics' | 'mails',
  address: Address,
): Promise<void> {
  await atStep(step, toAddress(address), async () => {
    const server = createServer().listen(address.port, address.host)
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
  })
}

/** The port and the certificate of the mail listener, where there is one. */
export async function checkMails(config: Config): Promise<void> {
  const { inboundSmtpPort: port, inboundSmtpHost: host } = config
  const { inboundSmtpTlsCert: cert, inboundSmtpTlsKey: key } = config
  if (port === 0) return
  await checkPort('mails', { port, host })
  if (cert === null || key === null) return
  await atStep('mails', toAddress({ port, host }), async () => {
    const { readCertificate } = await import('../resources/emails/incoming/certificate.ts')
    readCertificate({ cert, key })
  })
}

/** Opens the bucket for a moment; keys that it refuses would be met by the first upload. */
export async function checkBucket({ bucket }: Pick<Config, 'bucket'>): Promise<void> {
  if (bucket === null) return
  const subject = `${bucket.bucket} at ${bucket.endpoint}`
  await atStep('bucket', subject, async () => {
    // Loaded where there is a bucket only: no other start need pay for it.
    const { probeBucket } = await import('../platform/storage/bucket.ts')
    await probeBucket(bucket)
  })
}
