import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { makeCertificate, type Certificate } from './fakes/certificate.ts'
import { startReceiver, type StartedReceiver } from './fakes/receiver.ts'

let certificate: Certificate | null = null

/**
 * A host of documents that describe programs, over TLS that this process trusts. All have one
 * certificate: of two with one name the other may be taken for the issuer.
 */
export async function startDocuments(): Promise<StartedReceiver> {
  if (certificate === null) {
    certificate = makeCertificate()
    setDefaultCACertificates([...getCACertificates('default'), certificate.cert])
  }
  return startReceiver(certificate)
}

let count = 0

/** An address that was never fetched before. */
export function nameDocument({ url }: StartedReceiver): string {
  count += 1
  return new URL(`/programs/${count}.json`, url).href
}

/** What a program states of itself at its address. */
export function describeProgram(client_id: string, changes: object = {}): string {
  return JSON.stringify({
    client_id,
    client_name: 'A program with a document',
    redirect_uris: ['http://127.0.0.1/callback'],
    token_endpoint_auth_method: 'none',
    ...changes,
  })
}
