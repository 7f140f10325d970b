/** Marks of Windows-1252 beyond Latin-1. */
const EXTRA = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'

/** The one that is written here by name. */
export const MARKS_BEYOND_LATIN = { ellipsis: '…' } as const

/**
 * A text in the letters that the fonts of every PDF reader have (Windows-1252). A letter they lack
 * loses its accent, or is written `?`; control characters are spaces.
 */
export function toWinAnsi(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ')
  if (isKnown(plain)) return plain
  return [...plain.normalize('NFC')].map(knownLetter).join('')
}

function knownLetter(letter: string): string {
  if (isKnown(letter)) return letter
  const bare = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  if (bare !== '' && isKnown(bare)) return bare
  return /\p{Cc}/u.test(letter) ? ' ' : '?'
}

function isKnown(text: string): boolean {
  for (const letter of text) {
    const code = letter.codePointAt(0)!
    const isLatin = (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff)
    if (!isLatin && !EXTRA.includes(letter)) return false
  }
  return true
}
