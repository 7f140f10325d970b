import type { House } from '../../../../platform/context.ts'
import type { JobContext } from '../../../../platform/jobs/job.ts'
import type { DocumentRow } from '../../../records/documents/store.ts'
import type { SubmissionRow } from '../../../records/submissions/store.ts'
import type { FunderRecord } from '../../find.ts'
import type { LinkRow } from '../store.ts'

/** A link with all that is told of it to its funder. */
export interface Letter {
  link: LinkRow
  funder: FunderRecord
  submission: SubmissionRow
  documents: DocumentRow[]
  /** Whose letter it is, as the tenant calls itself; null when it does not say. */
  fromName: string | null
}

/** What is known when a funder took it. */
export interface Receipt {
  /** To whom it went, for the link's events. */
  detail: string
  /** What the funder calls it; null when it did not say. */
  reference: string | null
}

/** One way to a funder. */
export interface Channel {
  name: 'email' | 'api'
  /** Why this funder cannot be reached by it, with what to do; null when it can. */
  hindrance(house: House, funder: FunderRecord): string | null
  /** Throws `GiveUp` on a refusal that stays one, `NotTaken` on what may go better later. */
  send(work: JobContext, letter: Letter): Promise<Receipt>
}

/** It did not arrive this time. The message may be told. */
export class NotTaken extends Error {}

/**
 * One sending of a link, the same at each of its tries: by it a receiver tells that it has got the
 * submission already. Only a new sending makes the link wait anew.
 */
export function buildSendingId({ id, body }: LinkRow): string {
  return `${id}.${body.events.filter(({ type }) => type === 'pending').length}`
}

/** The bytes of a document. */
export function readContent(
  { house, environment }: JobContext,
  { storageKey, wrappedKey }: DocumentRow,
): Promise<Buffer> {
  return house.store.read(environment.id, storageKey, wrappedKey)
}
