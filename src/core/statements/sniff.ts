const HEAD_BYTES = 8192
const CONTROL_LIMIT = 0.01
/** The directory of an archive stands at its end. */
const ARCHIVE_TAIL_BYTES = 262_144

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

/** A zip archive with the parts of a workbook, or the container that an encrypted one is put in. */
export function isXlsx(bytes: Uint8Array): boolean {
  if (isOle(bytes)) return namesStream(bytes, 'EncryptedPackage')
  const tail = new TextDecoder('latin1').decode(bytes.subarray(-ARCHIVE_TAIL_BYTES))
  return headText(bytes).startsWith('PK\x03\x04') && tail.includes('xl/workbook.xml')
}

/** A compound file with the stream that Excel wrote from 1993 to 2003. */
export function isXls(bytes: Uint8Array): boolean {
  return isOle(bytes) && (namesStream(bytes, 'Workbook') || namesStream(bytes, 'Book'))
}

/** An XML message of ISO 20022 that a bank sends its customer, in an envelope or not. */
export function isCamt(bytes: Uint8Array): boolean {
  const head = withoutZeros(headText(bytes))
  return /<(?:[\w-]+:)?BkToCstmr(?:Stmt|AcctRpt|DbtCdtNtfctn)[\s>]/.test(head)
}

/** Text that begins as an object or a list of JSON does; `[` alone may begin a line of a table. */
export function isJson(bytes: Uint8Array): boolean {
  const head = headText(bytes)
  // {"transactions": [, [{"date":
  return isText(head) && /^\s*(?:\{\s*["}]|\[\s*[{\]])/.test(withoutMark(withoutZeros(head)))
}

/** A file header record with its fields, and a group header behind it. */
export function isBai2(bytes: Uint8Array): boolean {
  const head = withoutMark(withoutZeros(headText(bytes)))
  // 01,122099999,123456789,040621,0200,1,65,,2/
  return /^\s*01,[^,\n]*,[^,\n]*,\d{6},\d{0,4},[^\n]*\r?\n(?:88,[^\n]*\n)*02,/.test(head)
}

/** Fields of a SWIFT statement: a reference, and an account, a balance or a floor limit. */
export function isSwift(bytes: Uint8Array): boolean {
  const head = withoutZeros(headText(bytes))
  return /^(?:\{1:.*)?:20:/m.test(head) && /^:(?:25P?|60[FM]|34F):/m.test(head)
}

/** At least two lines of text contain the same delimiter. */
export function isTable(bytes: Uint8Array): boolean {
  const head = headText(bytes)
  if (!isText(head)) return false
  const lines = withoutZeros(head).split(/\r\n?|\n/)
  return [',', ';', '\t', '|'].some(
    (mark) => lines.filter((line) => line.includes(mark)).length >= 2,
  )
}

/** Text has next to no control characters; the zeros of UTF-16 are allowed. */
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

/** Compound files of Microsoft: the container of the old Office formats. */
function isOle(bytes: Uint8Array): boolean {
  return headText(bytes).startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')
}

/** Names in the directory of a compound file are UTF-16; it may stand anywhere in the file. */
function namesStream(bytes: Uint8Array, name: string): boolean {
  const letters = [...name, '\0'].flatMap((letter) => [letter.charCodeAt(0), 0])
  const first = letters[0]!
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (letters.every((byte, index) => bytes[at + index] === byte)) return true
  return false
}

/** The mark of UTF-8, as Latin-1 shows it, and those of UTF-16. */
function withoutMark(text: string): string {
  return text.replace(/^(?:ï»¿|ÿþ|þÿ)/, '')
}

function withoutZeros(text: string): string {
  return text.replaceAll('\0', '')
}
