import type { Mail } from '../../../../platform/mail.ts'
import type { JobContext } from '../../../../platform/jobs/job.ts'
import type { SubmissionRow } from '../../../records/submissions/store.ts'
import type { FunderRecord } from '../../find.ts'
import type { LinkRow } from '../store.ts'
import type { SentFile } from './files.ts'

/** Everything about a link that is sent to its funder. */
export interface Dispatch {
  link: LinkRow
  funder: FunderRecord
  submission: SubmissionRow
  files: SentFile[]
  /** The tenant’s sender name; null when it has not set one. */
  fromName: string | null
}

/** A mail as it was handed over, or would have been. */
export interface SentMessage {
  mail: Mail
  bytes: Buffer
}

/** The result of a delivery. */
export interface Receipt {
  /** The recipient, for the link’s events. */
  detail: string
  /** The funder’s reference; null when it gave none. */
  reference: string | null
  /** What a mail said; nothing of other channels. */
  message?: SentMessage
}

/** The house and the environment that something is sent from; of a test one nothing leaves. */
export type Sender = Pick<JobContext, 'house' | 'environment'>

/** One way to a funder. */
export interface Channel {
  name: 'email' | 'api'
  /** Why the channel cannot reach this funder, and what to do; null when it can. */
  findObstacle(from: Sender, funder: FunderRecord): string | null
  /** What would be sent, where it can be kept to be read. */
  compose?(work: JobContext, dispatch: Dispatch): Promise<SentMessage>
  /** Throws `GiveUp` on a permanent refusal, `DeliveryFailed` on one that is worth a retry. */
  send(work: JobContext, dispatch: Dispatch): Promise<Receipt>
}

/** A failed delivery that is retried. Its message can be shown to the user. */
export class DeliveryFailed extends Error {}
