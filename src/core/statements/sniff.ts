const HEAD_BYTES = 8192
const CONTROL_LIMIT = 0.01
/** The directory of an archive stands at its end. */
const ARCHIVE_TAIL_BYTES = 262_144

/** The start of a file as Latin-1 text; every byte is one character. */
export function headText(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES))
}

/** The end of a file in the same way, long enough for the directory of an archive. */
export function tailText(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes.subarray(-ARCHIVE_TAIL_BYTES))
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
  return headText(bytes).startsWith('PK\x03\x04') && tailText(bytes).includes('xl/workbook.xml')
}

/** A compound file with the stream that Excel wrote from 1993 to 2003. */
export function isXls(bytes: Uint8Array): boolean {
  return isOle(bytes) && (namesStream(bytes, 'Workbook') || namesStream(bytes, 'Book'))
}

/** A page or an Excel XML file with rows of a table, which banks name `.xls`. */
export function isHtmlTable(bytes: Uint8Array): boolean {
  const head = withoutMark(textHead(bytes))
  // <html xmlns:x="urn:schemas-microsoft-com:office:excel">, <table border=1>, <?mso-application
  const isPage =
    /^\s*(?:<\?[^>]{0,200}>\s*){0,3}(?:<!--[^>]{0,400}-->\s*)?<(?:!doctype html|html|head|meta|body|table|style|div|center|font|(?:ss:)?workbook)\b/i
  if (!isPage.test(head)) return false
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  return /<(?:\w{1,4}:)?(?:tr|row)[\s>]/i.test(file.replaceAll('\0', ''))
}

/** An XML message of ISO 20022 that a bank sends its customer, in an envelope or not. */
export function isCamt(bytes: Uint8Array): boolean {
  const head = withoutZeros(headText(bytes))
  return /<(?:[\w-]+:)?BkToCstmr(?:Stmt|AcctRpt|DbtCdtNtfctn)[\s>]/.test(head)
}

/** A report of DecisionLogic, as its XML is returned. */
export function isReportXml(bytes: Uint8Array): boolean {
  const head = withoutZeros(headText(bytes))
  // <GetReportDetailFromRequestCodeResult>   <ReportDetail xmlns="…">
  const names = /<(?:[\w-]+:)?(?:ReportDetail|Get\w*ReportDetails?FromRequestCode\w*)[\s>]/
  return withoutMark(head).trimStart().startsWith('<') && names.test(head)
}

/** Text that begins as an object or a list of JSON does; `[` alone may begin a line of a table. */
export function isJson(bytes: Uint8Array): boolean {
  const head = textHead(bytes)
  // {"transactions": [, [{"date":
  return isText(head) && /^\s*(?:\{\s*["}]|\[\s*[{\]])/.test(withoutMark(head))
}

/** A file header record with its fields, and a group header behind it. */
export function isBai2(bytes: Uint8Array): boolean {
  const head = withoutMark(withoutZeros(headText(bytes)))
  // 01,122099999,123456789,040621,0200,1,65,,2/
  return /^\s*01,[^,\n]*,[^,\n]*,\d{6},\d{0,4},[^\n/]*(?:\/\s*|\r?\n)(?:88,[^\n/]*(?:\/\s*|\n))*02,/.test(
    head,
  )
}

/** Fields of a SWIFT statement: a reference, and an account, a balance or a floor limit. */
export function isSwift(bytes: Uint8Array): boolean {
  const head = withoutZeros(headText(bytes))
  return /^(?:\{1:.*)?:20:/m.test(head) && /^:(?:25P?|60[FM]|34F):/m.test(head)
}

/** The first line of a file of Quicken's interchange format names what its records are. */
export function isQif(bytes: Uint8Array): boolean {
  return /^\s*!(?:type:|account\b|option:|clear:)/i.test(withoutMark(textHead(bytes)))
}

/** The head of an account in lines of 80 characters, and a movement or the account's end below. */
export function isNorma43(bytes: Uint8Array): boolean {
  const head = withoutMark(headText(bytes))
  // 11210004180200051332260601260630200000001250000978 3TALLERES
  return /^\s*11\d{30}[12]\d{17}.{0,30}\r?\n(?:.{0,80}\r?\n)?(?:22|33)/.test(head)
}

/** The old balance of an account in a line of 120 characters, and another record below. */
export function isCfonb(bytes: Uint8Array): boolean {
  const head = withoutMark(headText(bytes))
  // 0130004    00418EUR2 00012345678  310726 … 0000000125000{
  return /^\s*01\d{5}.{4}\d{5}[A-Z]{3}\d.[\dA-Z]{11}.{2}\d{6}.{50}\d{13}[{}A-R].{0,16}\r?\n0[47]/.test(
    head,
  )
}

/** At least two lines of text contain the same delimiter. */
export function isTable(bytes: Uint8Array): boolean {
  const head = textHead(bytes)
  if (!isText(head)) return false
  const lines = head.split(/\r\n?|\n/)
  return [',', ';', '\t', '|'].some(
    (mark) => lines.filter((line) => line.includes(mark)).length >= 2,
  )
}

/** The start as text: other alphabets in UTF-16 look like control characters otherwise. */
function textHead(bytes: Uint8Array): string {
  const head = headText(bytes)
  const isLittle = head.startsWith('ÿþ')
  if (!isLittle && !head.startsWith('þÿ')) return withoutZeros(head)
  return new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes.subarray(0, HEAD_BYTES))
}

/** Text has next to no control characters. */
function isText(text: string): boolean {
  let controls = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 32 && code !== 9 && code !== 10 && code !== 13) controls += 1
  }
  return text.trim() !== '' && controls <= CONTROL_LIMIT * text.length
}

/** Compound files of Microsoft: the container of the old Office formats. */
export function isOle(bytes: Uint8Array): boolean {
  return headText(bytes).startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')
}

/** Names in the directory of a compound file are UTF-16; it may stand anywhere in the file. */
export function namesStream(bytes: Uint8Array, name: string): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return file.includes(Buffer.from(`${name}\u0000`, 'utf16le'))
}

/** The mark of UTF-8, as Latin-1 shows it, and those of UTF-16. */
function withoutMark(text: string): string {
  return text.replace(/^(?:ï»¿|ÿþ|þÿ)/, '')
}

function withoutZeros(text: string): string {
  return text.replaceAll('\0', '')
}
