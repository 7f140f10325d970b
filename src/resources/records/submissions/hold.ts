import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { readSetting } from '../../settings/read.ts'

/**
 * Under a legal hold no record of an application may be deleted (Regulation B requires 12 to 25
 * months). Throws `legal_hold`.
 */
export async function requireNoHold(ctx: Context): Promise<void> {
  if (await readSetting<boolean>(ctx, 'legal_hold')) throw new ApiError('legal_hold')
}
