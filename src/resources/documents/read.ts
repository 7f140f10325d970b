import type { ReadingHints } from '../../core/statements/statement.ts'
import type { JobContext } from '../../platform/jobs/job.ts'
import type { SandboxOutcome } from '../../platform/sandbox/outcome.ts'
import { openPassword } from './password.ts'
import type { DocumentRow } from './store.ts'

/** Hands a stored document to the sandboxed reader. The bytes never enter this process's parsers. */
export async function readInSandbox(
  job: JobContext,
  document: DocumentRow,
  request: { task: 'classify' | 'read'; classes?: unknown },
): Promise<SandboxOutcome> {
  const bytes = await job.house.store.read(job.environment.id, document.storageKey, document.wrappedKey)
  const password = openPassword(job, document)
  const pages = document.pageStart === null ? {} : { pages: { start: document.pageStart, end: document.pageEnd } }
  const hints: ReadingHints = {
    filename: document.filename,
    ...(document.documentClass === null ? {} : { documentClass: document.documentClass }),
    ...(document.documentClass === 'credit_card_statement' ? { accountType: 'credit_card' } : {}),
    ...(password === undefined ? {} : { password }),
    ...pages,
  }
  return job.house.sandbox.run({ ...request, hints }, bytes, job.signal)
}
