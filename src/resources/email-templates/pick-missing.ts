import type { RequestedItem } from '../../core/analytics/stips/settled.ts'
import { nearest } from '../../core/values/text.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { listMissingItems } from './values.ts'

/**
 * What a deal still needs, or what of it has these codes. Throws `invalid_format` for a code of
 * which nothing is missing, while something else is.
 */
export async function pickMissing(
  ctx: Context,
  submissionId: string,
  codes: string[] | undefined,
): Promise<RequestedItem[]> {
  const missing = (await listMissingItems(ctx, submissionId)).map(
    ({ code, label, requestText }) => ({ code, label, requestText: requestText! }),
  )
  const known = missing.map(({ code }) => code)
  const index = codes?.findIndex((code) => !known.includes(code)) ?? -1
  if (index >= 0 && missing.length > 0) {
    const near = nearest(codes![index]!, known)
    const hint =
      near === null ? ` Missing: ${[...new Set(known)].join(', ')}.` : ` Did you mean ${near}?`
    const message = `Nothing of the code ${codes![index]!} is missing.${hint}`
    throw new ApiError('invalid_format', message, { param: `codes[${index}]` })
  }
  return missing.filter(({ code }) => codes?.includes(code) ?? true)
}
