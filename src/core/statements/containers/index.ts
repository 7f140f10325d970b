import { Locked, type Container, type ContainerFailure, type Contents } from './container.ts'
import { isEmail, isOutlookMessage, isStatementReport, isZip } from './sniff.ts'

export const CONTAINERS: readonly Container[] = [
  {
    contentType: 'application/zip',
    memberSource: 'zip',
    sniff: isZip,
    load: async () => (await import('./zip.ts')).zipReader,
  },
  {
    contentType: 'application/vnd.ms-outlook',
    memberSource: 'email',
    sniff: isOutlookMessage,
    load: async () => (await import('./outlook.ts')).outlookReader,
  },
  {
    contentType: 'message/rfc822',
    memberSource: 'email',
    sniff: isEmail,
    load: async () => (await import('./email.ts')).emailReader,
  },
  {
    contentType: 'application/vnd.finicity.statement-report+json',
    memberSource: 'zip',
    sniff: isStatementReport,
    load: async () => (await import('./statement-report.ts')).statementReportReader,
  },
]

/** A container with more members than this is refused, as is one submission with more documents. */
export const MEMBERS_MAX = 200
/** Of all members together, unpacked. */
export const UNPACKED_BYTES_MAX = 200 * 1024 * 1024

/** The kind of container a file is; null for any other file. */
export function detectContainer(bytes: Uint8Array): Container | null {
  return CONTAINERS.find(({ sniff }) => sniff(bytes)) ?? null
}

export async function listMembers(bytes: Uint8Array): Promise<Contents> {
  try {
    const members = (await (await detectContainer(bytes)?.load())?.list(bytes)) ?? []
    if (members.length === 0) return failed('empty_file', 'There is no file inside.')
    if (members.length > MEMBERS_MAX)
      return failed('too_many_files', `There are more than ${MEMBERS_MAX} files inside.`)
    if (members.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > UNPACKED_BYTES_MAX)
      return failed('file_too_large', 'The files inside are too large together.')
    return { members, failure: null }
  } catch (error) {
    if (error instanceof Locked) return failed('password_protected', error.message)
    return failed('corrupt_file', 'The file cannot be opened.')
  }
}

/** The bytes of one member as base64, in the order of `listMembers`; null when it is broken. */
export async function takeMember(bytes: Uint8Array, index: number): Promise<string | null> {
  try {
    const reader = await detectContainer(bytes)!.load()
    const taken = await reader.take(bytes, index)
    return Buffer.from(taken.buffer, taken.byteOffset, taken.length).toString('base64')
  } catch {
    return null
  }
}

function failed(code: ContainerFailure, message: string): Contents {
  return { members: [], failure: { code, message } }
}
