/** A file of a mail before anybody has looked at it. */
export interface GivenFile {
  filename: string
  contentType: string
  isInline: boolean
  bytes: Uint8Array
}

/** Smaller pictures are logos and signatures. */
const PICTURE_BYTES_MIN = 6 * 1024

const PROGRAMS =
  /\.(?:exe|com|bat|cmd|scr|pif|msi|dll|js|jse|vbs|vbe|wsf|wsh|ps1|hta|jar|lnk|reg|cpl|apk|dmg|iso|img|sh|elf)$/i
/** Signatures, calendars, cards and reports: parts of the mail, and no documents. */
const PARTS =
  /^(?:application\/(?:pkcs7|x-pkcs7|pgp)|text\/(?:calendar|x-vcard|vcard)|message\/(?:delivery-status|disposition))/i

/** Why a file of a mail becomes no document; null when it is to become one. */
export function findReasonToIgnore({
  filename,
  contentType,
  isInline,
  bytes,
}: GivenFile): string | null {
  if (bytes.length === 0) return 'empty_file'
  if (PROGRAMS.test(filename) || isProgram(bytes)) return 'program'
  if (isLockedArchive(bytes)) return 'encrypted_archive'
  if (PARTS.test(contentType)) return 'part_of_the_mail'
  const isPicture = /^image\//i.test(contentType)
  if (isPicture && (isInline || bytes.length < PICTURE_BYTES_MIN)) return 'small_or_inline_picture'
  return null
}

/** By its first bytes: of Windows, Linux, a Mac, or a script. */
function isProgram(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex')
  return ['4d5a', '7f454c46', 'cffaedfe', 'cefaedfe', '2321'].some((one) => start.startsWith(one))
}

/** A ZIP whose first file is encrypted: bit 0 of its flags. */
function isLockedArchive(bytes: Uint8Array): boolean {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
  return isZip && (bytes[6]! & 1) === 1
}
