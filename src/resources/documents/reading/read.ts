import type { ReadingHints } from '../../../core/statements/statement.ts'
import type { OutsideContext } from '../../../platform/context.ts'
import type { ParserRequest } from '../../../parser.ts'
import type { SandboxOutcome } from '../../../platform/sandbox/outcome.ts'
import { openPassword } from '../password.ts'
import type { DocumentRow } from '../store.ts'

/**
 * A document's classification and reading together keep to the time one document may take.
 */
const TIME_SHARES: Record<ParserRequest['task'], number> = {
  classify: 0.3,
  split: 0.3,
  read: 0.6,
  page: 0.6,
}

/**
 * Hands a stored document to the sandboxed reader. The bytes never enter this process's parsers.
 */
export async function readInSandbox(
  ctx: OutsideContext & { signal?: AbortSignal },
  document: DocumentRow,
  request: Pick<ParserRequest, 'task' | 'classes'>,
): Promise<SandboxOutcome> {
  const bytes = await ctx.house.store.read(
    ctx.environment.id,
    document.storageKey,
    document.wrappedKey,
  )
  const password = openPassword(ctx, document)
  const { pageStart, pageEnd } = document
  const hints: ReadingHints = {
    filename: document.filename,
    ...(document.documentClass === null ? {} : { documentClass: document.documentClass }),
    ...(document.documentClass === 'credit_card_statement' ? { accountType: 'credit_card' } : {}),
    ...(password === undefined ? {} : { password }),
    ...(pageStart === null || pageEnd === null
      ? {}
      : { pages: { start: pageStart, end: pageEnd } }),
  }
  const wallMs = ctx.house.config.parserTimeoutMs * TIME_SHARES[request.task]
  return ctx.house.sandbox.run({ ...request, hints }, bytes, { signal: ctx.signal, wallMs })
}
