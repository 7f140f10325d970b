import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { readSetting } from '../../settings/read.ts'

/**
 * Records of an application must be kept while the tenant says so (Regulation B asks for 12 to 25
 * months). Throws `legal_hold`.
 */
export async function requireNoHold(ctx: Context): Promise<void> {
  if (await readSetting<boolean>(ctx, 'legal_hold')) throw new ApiError('legal_hold')
}
