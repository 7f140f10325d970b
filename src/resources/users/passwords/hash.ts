import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19 * 1024
const PASSES = 2
const TAG_BYTES = 32
/** However many sign in, they take four times the memory at most, and leave a core to the others. */
const AT_ONCE_MAX = Math.min(4, Math.max(1, availableParallelism() - 1))

// $argon2id$v=19$m=19456,t=2,p=1$<salt>$<tag>
const FORM =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=1\$(?<salt>[\w+/]+)\$(?<tag>[\w+/]+)$/

const derive = promisify(argon2)

/** A password as it is stored, in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await inTurn(() => compute(password, salt, { memory: MEMORY_KIB, passes: PASSES }))
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${toText(salt)}$${toText(tag)}`
}

/**
 * Whether it is the password. Without a hash as much is computed, so that the time does not show
 * whether the account exists or has a password.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const { groups } = FORM.exec(stored ?? '') ?? {}
  if (groups === undefined) {
    await hashPassword(password)
    return false
  }
  const { memory, passes, salt, tag } = groups
  const cost = { memory: Number(memory), passes: Number(passes) }
  const found = await inTurn(() => compute(password, Buffer.from(salt!, 'base64'), cost))
  return timingSafeEqual(found, Buffer.from(tag!, 'base64'))
}

/** Whether a stored hash costs what a new one would. */
export function isPresentForm(stored: string): boolean {
  return stored.startsWith(`$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$`)
}

/** One spelling of what a keyboard may compose in several ways. */
function compute(
  password: string,
  nonce: Buffer,
  { memory, passes }: { memory: number; passes: number },
): Promise<Buffer> {
  const message = password.normalize('NFKC')
  return derive('argon2id', {
    message,
    nonce,
    memory,
    passes,
    parallelism: 1,
    tagLength: TAG_BYTES,
  })
}

function toText(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE_MAX) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    // The place goes straight to the next, so that nobody who comes now takes it.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
