import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const KEY_BYTES = 32
/** Stated, or Node would take a tag cut to 4 bytes as proof. */
const TAG = { authTagLength: 16 }

/** Seals what must not be readable in a stolen dump: AES-256-GCM, bound to its place. */
export interface KeyRing {
  /**
   * `v1.kid.nonce.ciphertext.tag`. `place` (table/column/environment/id) is authenticated: a
   * sealed value copied elsewhere does not open.
   */
  seal(plaintext: string, place: string): string
  /** Throws when the key is unknown, the place differs or a byte was changed. */
  open(sealed: string, place: string): string
  /** The same under a key of the ring that need not be the writer. */
  sealWith(kid: string, plaintext: string, place: string): string
  sealBytes(plaintext: Uint8Array, place: string): string
  openBytes(sealed: string, place: string): Buffer
  /** Id of the key that seals. */
  readonly writer: string
  /** Ids of all keys, the writer's first. */
  readonly kids: readonly string[]
  /**
   * 32 bytes that follow from the oldest key: what the first versions hashed with. Kept as a secret
   * of the house from then on, so that the oldest key can go.
   */
  firstIndexKey(): Buffer
}

/**
 * Parses `kid:base64,kid:base64`; the first key writes, all read. Throws on keys that are not
 * 32 bytes or are named alike.
 */
export function createKeyRing(text: string): KeyRing {
  const parsed = text.split(',').map(parseKey)
  const keys = new Map(parsed)
  if (keys.size < parsed.length)
    throw new Error('ENCRYPTION_KEYS names two keys alike; each has a name of its own')
  const writer = parsed[0]!
  const ring: KeyRing = {
    sealBytes: (plaintext, place) => sealWith(writer, plaintext, place),
    openBytes: (sealed, place) => openWith(keys, sealed, place),
    sealWith: (kid, plaintext, place) => {
      const key = keys.get(kid)
      if (!key) throw new Error(`No key ${kid} in the ring`)
      return sealWith([kid, key], Buffer.from(plaintext), place)
    },
    seal: (plaintext, place) => ring.sealBytes(Buffer.from(plaintext), place),
    open: (sealed, place) => ring.openBytes(sealed, place).toString(),
    writer: writer[0],
    kids: [...keys.keys()],
    firstIndexKey: () => {
      const oldest = [...keys.values()].at(-1)!
      return Buffer.from(hkdfSync('sha256', oldest, '', 'assay blind index', KEY_BYTES))
    },
  }
  return ring
}

/** Id of the key that sealed a value; empty when the text is no sealed value. */
export function parseKeyId(sealed: string): string {
  const [version, kid = ''] = sealed.split('.', 2)
  return version === 'v1' ? kid : ''
}

function parseKey(part: string): [string, Buffer] {
  const match = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/=_-]+)$/.exec(part.trim())
  const key = Buffer.from(match?.[2] ?? '', 'base64')
  if (!match || key.length !== KEY_BYTES)
    throw new Error(
      'ENCRYPTION_KEYS has a key that is not kid:base64 of 32 bytes; `openssl rand -base64 32` makes such bytes',
    )
  return [match[1]!, key]
}

function sealWith([kid, key]: [string, Buffer], plaintext: Uint8Array, place: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, TAG).setAAD(Buffer.from(place))
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
  const parts = [nonce, ciphertext, cipher.getAuthTag()].map((bytes) => bytes.toString('base64url'))
  return ['v1', kid, ...parts].join('.')
}

function openWith(keys: ReadonlyMap<string, Buffer>, sealed: string, place: string): Buffer {
  const [version, kid = '', nonce = '', ciphertext = '', tag = ''] = sealed.split('.')
  const key = keys.get(kid)
  if (version !== 'v1' || !key) throw new Error(`No key ${kid} opens this value`)
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), TAG)
    .setAAD(Buffer.from(place))
    .setAuthTag(Buffer.from(tag, 'base64url'))
  return Buffer.concat([decipher.update(Buffer.from(ciphertext, 'base64url')), decipher.final()])
}
