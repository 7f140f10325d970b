import type { ImportReading } from '../../core/statements/import.ts'
import type { OutsideContext } from '../../platform/context.ts'
import type { StagedFile } from '../../platform/route.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { failureCode } from '../documents/fail.ts'
import { readDefaultCurrency } from '../documents/reading/parse.ts'
import { readInSandbox, type ReadableFile } from '../documents/reading/read.ts'
import type { ImportOptions } from './schemas.ts'

/** Reads a stored payload in the sandbox. Throws the code of a reader that failed. */
export async function readPayloadIn(
  ctx: OutsideContext & { signal?: AbortSignal },
  stored: ReadableFile,
  { provider, options }: { provider: string; options: ImportOptions },
): Promise<ImportReading> {
  const currency = await ctx.transaction(readDefaultCurrency)
  const { timezone = null, sign = 'auto' } = options
  const reading = { timezone, sign, currency: currency ?? null }
  const outcome = await readInSandbox(ctx, stored, {
    task: 'import',
    importing: { provider, options: reading },
    currency,
  })
  if (!outcome.ok) throw new ApiError(failureCode(outcome.code))
  return outcome.value as ImportReading
}

/** A payload is read before there is a document of it. */
const NO_DOCUMENT: Omit<ReadableFile, 'filename' | 'storageKey' | 'wrappedKey'> = {
  id: '',
  passwordSealed: null,
  documentClass: null,
  statementYear: null,
  pageStart: null,
  pageEnd: null,
}

/** The same for a file that no document has yet. */
export async function readPayloadFile(
  ctx: OutsideContext & { signal?: AbortSignal },
  wanted: { provider: string; options: ImportOptions },
  { storageKey, wrappedKey, filename }: StagedFile,
): Promise<ImportReading> {
  return readPayloadIn(ctx, { ...NO_DOCUMENT, filename, storageKey, wrappedKey }, wanted)
}

/** QFX is OFX with another name. */
export function sourceName(provider: string): string {
  return provider === 'qfx' ? 'ofx' : provider
}
