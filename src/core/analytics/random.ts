/** Draws numbers from 0 (included) to 1 (excluded); the same seed gives the same numbers. */
export type Draw = () => number

/**
 * A generator seeded with a text: four 32-bit words by multiply-and-xor hashing (MurmurHash3's
 * finalizer) feed sfc32 (Chris Doty-Humphrey, PractRand). Not for secrets.
 */
export function seededDraw(seed: string): Draw {
  let a = hashText(seed, 0x9e3779b9)
  let b = hashText(seed, 0x243f6a88)
  let c = hashText(seed, 0xb7e15162)
  let counter = hashText(seed, 1)
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 4294967296
  }
  // The first draws still show the seed.
  for (let warmUp = 0; warmUp < 12; warmUp += 1) next()
  return next
}

/** An index from 0 to `size - 1`. */
export function drawIndex(draw: Draw, size: number): number {
  return Math.floor(draw() * size)
}

function hashText(text: string, salt: number): number {
  let hash = salt
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x85ebca6b)
    hash = (hash << 13) | (hash >>> 19)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
