import { generateKeyPairSync, sign } from 'node:crypto'

/** A certificate of an address or a name, with its key. */
export interface Certificate {
  cert: string
  key: string
}

const DAY_MS = 24 * 60 * 60_000
/** What ASN.1 calls its values. */
const TAGS = { integer: 0x02, bits: 0x03, octets: 0x04, oid: 0x06, text: 0x0c, time: 0x17 }
const [SEQUENCE, SET] = [0x30, 0x31]
const TRUE = Buffer.from([0x01, 0x01, 0xff])
// ecdsa-with-SHA256, commonName, subjectAltName, basicConstraints
const ECDSA = oid('2a8648ce3d040302')
const [NAME, OTHER_NAMES, CONSTRAINTS] = [oid('550403'), oid('551d11'), oid('551d13')]

/** Made anew each time, so that the repository keeps no key and nothing expires in it. */
export function makeCertificate(address = '127.0.0.1'): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = der(SEQUENCE, ECDSA)
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, NAME, der(TAGS.text, Buffer.from(address)))))
  const content = der(
    SEQUENCE,
    der(0xa0, der(TAGS.integer, Buffer.from([2]))),
    der(TAGS.integer, Buffer.from([1])),
    algorithm,
    name,
    der(SEQUENCE, toTime(Date.now() - DAY_MS), toTime(Date.now() + DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, ...listExtensions(address))),
  )
  const signature = sign('sha256', content, privateKey)
  const bits = der(TAGS.bits, Buffer.from([0]), signature)
  return {
    cert: toPem(der(SEQUENCE, content, algorithm, bits)),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}

function listExtensions(address: string): Buffer[] {
  // iPAddress, or dNSName
  const name = /^[\d.]+$/.test(address)
    ? der(0x87, Buffer.from(address.split('.').map(Number)))
    : der(0x82, Buffer.from(address))
  const names = der(SEQUENCE, name)
  return [
    der(SEQUENCE, OTHER_NAMES, der(TAGS.octets, names)),
    der(SEQUENCE, CONSTRAINTS, TRUE, der(TAGS.octets, der(SEQUENCE, TRUE))),
  ]
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const head = length < 128 ? [tag, length] : [tag, 0x82, Math.floor(length / 256), length % 256]
  return Buffer.concat([Buffer.from(head), content])
}

function oid(hex: string): Buffer {
  return der(TAGS.oid, Buffer.from(hex, 'hex'))
}

/** 261123170000Z */
function toTime(atMs: number): Buffer {
  const digits = new Date(atMs).toISOString().replaceAll(/[^\d]/g, '').slice(2, 14)
  return der(TAGS.time, Buffer.from(`${digits}Z`))
}

function toPem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g)!
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
