import type { Context } from '../../platform/context.ts'

function placeOf(ctx: Pick<Context, 'environment'>, documentId: string): string {
  return `documents/password/${ctx.environment.id}/${documentId}`
}

export function sealPassword(
  ctx: Pick<Context, 'house' | 'environment'>,
  documentId: string,
  password: string,
): string {
  return ctx.house.keyRing.seal(password, placeOf(ctx, documentId))
}

export function openPassword(
  ctx: Pick<Context, 'house' | 'environment'>,
  document: { id: string; passwordSealed: string | null },
): string | undefined {
  return document.passwordSealed === null
    ? undefined
    : ctx.house.keyRing.open(document.passwordSealed, placeOf(ctx, document.id))
}
