import { headText, isOle, namesStream, tailText } from '../sniff.ts'

const LOCAL_HEADER = 'PK\u0003\u0004'
const DIRECTORY_END = 'PK\u0005\u0006'

/** What an archive that is one document has among its files: Office, OpenDocument, e-books. */
const DOCUMENT_PARTS = /\[Content_Types\]\.xml|mimetypeapplication|META-INF\/MANIFEST\.MF/

/**
 * An archive with its directory, which stands at its end. Documents that are archives too are no
 * containers: a file in them says so, and it is not always the first.
 */
export function isZip(bytes: Uint8Array): boolean {
  if (!headText(bytes).startsWith(LOCAL_HEADER)) return false
  const tail = tailText(bytes)
  if (!tail.includes(DIRECTORY_END)) return false
  return !DOCUMENT_PARTS.test(headText(bytes)) && !DOCUMENT_PARTS.test(tail)
}

// Subject: July statements
const HEADERS = /^(from|to|subject|date|mime-version|received|message-id|return-path): /gim
/** So many known headers before the first blank line are no table and no prose. */
const HEADERS_MIN = 3

/** An e-mail as it was sent (RFC 5322). */
export function isEmail(bytes: Uint8Array): boolean {
  const [head = ''] = headText(bytes).split(/\r?\n\r?\n/, 1)
  return (head.match(HEADERS)?.length ?? 0) >= HEADERS_MIN
}

/** An e-mail as Outlook saves it (MS-OXMSG). */
export function isOutlookMessage(bytes: Uint8Array): boolean {
  return isOle(bytes) && namesStream(bytes, '__properties_version1.0')
}

const PDF_IN_JSON = '"JVBERi0'

/** A statement report of Mastercard with the statements in it; one that only names them is none. */
export function isStatementReport(bytes: Uint8Array): boolean {
  if (!headText(bytes).trimStart().startsWith('{')) return false
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!text.includes(PDF_IN_JSON)) return false
  return /"type"\s*:\s*"statement"/.test(text.toString('latin1'))
}
