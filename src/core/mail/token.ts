/** Crockford's, without letters that are taken for digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LETTERS = 10

/** The part of an address that names a deal: ten letters of a keyed hash, and a check letter. */
export function toAddressToken(hash: Uint8Array): string {
  const body = Array.from({ length: LETTERS }, (_, place) => ALPHABET[hash[place]! % 32]!).join('')
  return body + checkLetter(body)
}

/** Whether a text is a token; a wrong letter, and two that changed places, are found. */
export function isAddressToken(text: string): boolean {
  const [body, check] = [text.slice(0, LETTERS), text.slice(LETTERS)]
  return /^[0-9a-hjkmnp-tv-z]{11}$/.test(text) && checkLetter(body) === check
}

// deals+k3x9q2mh7ap@in.acme.example
const PLUS = /\+([0-9a-z]{11})@/i
// [ref:k3x9q2mh7ap]
const REFERENCE = /\[ref:\s*([0-9a-z]{11})\]/i

/** The token behind the plus sign of an address; null for none. */
export function readAddressToken(address: string): string | null {
  return checked(PLUS.exec(address)?.[1])
}

/** The token that a subject carries; null for none. */
export function readReference(subject: string): string | null {
  return checked(REFERENCE.exec(subject)?.[1])
}

function checked(text: string | undefined): string | null {
  const token = text?.toLowerCase() ?? ''
  return isAddressToken(token) ? token : null
}

function checkLetter(body: string): string {
  const sum = [...body].reduce(
    (total, letter, place) => total + ALPHABET.indexOf(letter) * (2 * place + 1),
    0,
  )
  return ALPHABET[sum % 32]!
}
