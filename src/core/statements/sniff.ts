const HEAD_BYTES = 8192
const CONTROL_LIMIT = 0.01

/** The start of a file as Latin-1 text; every byte is one character. */
export function headText(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES))
}

/** The PDF header may stand behind up to 1,024 bytes of other things. */
export function isPdf(bytes: Uint8Array): boolean {
  return headText(bytes).slice(0, 1024).includes('%PDF-')
}

/** OFX 1 has a keyed header, OFX 2 is XML; both have the root element. */
export function isOfx(bytes: Uint8Array): boolean {
  const head = withoutZeros(headText(bytes))
  return /^\s*OFXHEADER\s*:/im.test(head) || /<OFX[\s>]/i.test(head)
}

/** Text of which at least two lines are parted by the same mark. */
export function isTable(bytes: Uint8Array): boolean {
  const head = headText(bytes)
  if (!isText(head)) return false
  const lines = withoutZeros(head).split(/\r\n?|\n/)
  return [',', ';', '\t', '|'].some(
    (mark) => lines.filter((line) => line.includes(mark)).length >= 2,
  )
}

/** Text has next to no control characters; the zeros of UTF-16 are allowed behind its mark. */
function isText(head: string): boolean {
  const isWide = head.startsWith('ÿþ') || head.startsWith('þÿ')
  const text = isWide ? withoutZeros(head) : head
  let controls = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 32 && code !== 9 && code !== 10 && code !== 13) controls += 1
  }
  return text.trim() !== '' && controls <= CONTROL_LIMIT * text.length
}

function withoutZeros(text: string): string {
  return text.replaceAll('\0', '')
}
