import { Type } from 'typebox'

const OfDocument = Type.Object({ documentId: Type.String() })
const OfSubmission = Type.Object({ submissionId: Type.String() })

// The jobs of a run by name and payload. Their handlers are in documents, transactions and
// submissions, which call the pipeline when they are done: queueing by name avoids importing them.

/** Finds a document's class; its handler goes on to parse while a run is active. */
export const CLASSIFY_DOCUMENT = { kind: 'classify-document', payload: OfDocument }
/** Reads a document's statements and transactions. */
export const PARSE_DOCUMENT = { kind: 'parse-document', payload: OfDocument }
/** Fills the submission that was created for an application from what was read of it. */
export const FILL_SUBMISSION = { kind: 'fill-submission', payload: OfDocument }
/** Enriches all transactions of a submission. */
export const ENRICH_SUBMISSION = { kind: 'enrich-submission', payload: OfSubmission }
/** Enriches many submissions again, which a rule or a merchant of the tenant affects. */
export const REENRICH = {
  kind: 'reenrich-submissions',
  payload: Type.Object({ submissionIds: Type.Array(Type.String()) }),
}
/** Computes the snapshot and ends the run. */
export const FINISH_RUN = { kind: 'finish-run', payload: OfSubmission }
