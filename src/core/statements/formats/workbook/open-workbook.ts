import { unzipSync } from 'fflate'
import type { Reading } from '../../statement.ts'
import type { TypedCell } from '../grid/typed-cells.ts'

/** The visible sheets of a workbook, and the names of those that are hidden. */
export interface Workbook {
  sheets: { name: string; rows: readonly (readonly TypedCell[])[] }[]
  hiddenNames: string[]
}

export type WorkbookKind = 'xlsx' | 'xls'

/** A bank's export unpacks to a few megabytes; what is far more was made to fill the memory. */
const MOST_UNPACKED_BYTES = 96 * 1024 * 1024
const MOST_ENTRIES = 2_000

/** What the library throws for a file that is encrypted, by the name of the error. */
const LOCKED: ReadonlySet<string> = new Set(['EncryptedFileError', 'DecryptionError'])

/**
 * The cells of an Excel workbook: `.xlsx`, with a password too, and `.xls` of 1997 and later, which
 * does not mark hidden sheets. The only file that uses the library. A failure for what is no
 * workbook, is locked, or unpacks to more than allowed; never throws.
 */
export async function openWorkbook(
  bytes: Uint8Array,
  kind: WorkbookKind,
  password: string | undefined,
): Promise<Workbook | { failure: NonNullable<Reading['failure']> }> {
  const hiddenNames: string[] = []
  try {
    const tooLarge = kind === 'xlsx' && !isWithinLimits(bytes)
    if (tooLarge)
      return refuse('corrupt_file', 'The workbook unpacks to far more than an export holds.')
    const isShown = (sheet: { name: string; hidden?: boolean; veryHidden?: boolean }) => {
      const isHidden = sheet.hidden === true || sheet.veryHidden === true
      if (isHidden) hiddenNames.push(sheet.name)
      return !isHidden
    }
    const options = { sheets: isShown, ...(password === undefined ? {} : { password }) }
    // Loaded when the first workbook comes: most readers never see one, and it takes a while.
    const { readXls, readXlsx } = await import('hucre/xlsx')
    const { sheets } = kind === 'xls' ? await readXls(bytes) : await readXlsx(bytes, options)
    // Lines without a cell are gaps in the list of rows.
    const whole = sheets.map(({ name, rows }) => ({
      name,
      rows: Array.from(rows, (row) => row ?? []),
    }))
    return { sheets: whole, hiddenNames }
  } catch (error) {
    const isLocked = error instanceof Error && LOCKED.has(error.name)
    if (isLocked) return refuse('password_protected', 'The workbook is locked by a password.')
    return refuse('corrupt_file', 'The workbook is damaged or of a kind older than Excel 97.')
  }
}

function refuse(
  code: NonNullable<Reading['failure']>['code'],
  message: string,
): { failure: NonNullable<Reading['failure']> } {
  return { failure: { code, message } }
}

/**
 * Whether the directory of an archive declares a small size; the library unpacks no more of an
 * entry than declared. An encrypted workbook is no archive and is bounded by the sandbox.
 */
function isWithinLimits(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x50) return true
  let entries = 0
  let unpacked = 0
  let isHonest = true
  unzipSync(bytes, {
    filter: ({ size, originalSize }) => {
      entries += 1
      unpacked += originalSize
      isHonest &&= originalSize > 0 || size <= 2
      return false
    },
  })
  return isHonest && entries <= MOST_ENTRIES && unpacked <= MOST_UNPACKED_BYTES
}
