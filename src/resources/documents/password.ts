import type { Context } from '../../platform/context.ts'
import { sealedColumn } from '../../platform/crypto/sealed-column.ts'

export const PASSWORD = sealedColumn({
  table: 'documents',
  column: 'password_sealed',
  holds: 'the password that opens the document',
  place: 'documents/password',
  boundTo: ['id'],
})

export function sealPassword(
  ctx: Pick<Context, 'house' | 'environment'>,
  documentId: string,
  password: string,
): string {
  return PASSWORD.at(ctx, documentId).seal(password)
}

export function openPassword(
  ctx: Pick<Context, 'house' | 'environment'>,
  document: { id: string; passwordSealed: string | null },
): string | undefined {
  return document.passwordSealed === null
    ? undefined
    : PASSWORD.at(ctx, document.id).open(document.passwordSealed)
}
