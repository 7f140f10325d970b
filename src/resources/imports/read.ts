import type { ImportReading } from '../../core/statements/import.ts'
import type { OutsideContext } from '../../platform/context.ts'
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

/** QFX is OFX with another name. */
export function sourceName(provider: string): string {
  return provider === 'qfx' ? 'ofx' : provider
}
