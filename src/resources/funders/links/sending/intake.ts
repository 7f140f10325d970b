import { Type } from 'typebox'
import type { JobContext } from '../../../../platform/jobs/job.ts'
import { pick } from '../../../../platform/wire/convert.ts'
import { Count, Fields, Nullable, Text, Uuid } from '../../../../platform/wire/shapes.ts'
import { presentMaskedCompany } from '../../../records/submissions/present.ts'
import { Link } from '../schemas.ts'
import type { Dispatch } from './channel.ts'
import type { SentFile } from './files.ts'

const Line = Nullable(Type.String())
const Amount = Nullable(Type.Number())

const Company = Fields({
  name: Line,
  dba: Line,
  /** `**-***1234`: in full it stands in the documents, when the caller sends such. */
  ein: Line,
  entity_type: Line,
  start_date: Line,
  state_of_incorporation: Line,
  naics_code: Line,
  sic_code: Line,
  industry: Line,
  address: Nullable(
    Fields({ line1: Line, line2: Line, city: Line, state: Line, postal_code: Line, country: Line }),
  ),
  phone: Line,
  email: Line,
  website: Line,
  annual_revenue: Amount,
})

const { requested, consent, notes } = Link.properties

/** What a funder's intake gets. */
const Intake = Fields({
  /** Id of the link; PATCH it with the funder’s response. */
  id: Uuid,
  submission: Fields({ id: Uuid, external_id: Line, name: Text, company_info: Company }),
  requested,
  consent,
  notes,
  /** As they were computed last; null before the first time. */
  metrics: Nullable(
    Fields({ monthly_true_revenue: Amount, average_daily_balance: Amount, as_of: Line }),
  ),
  documents: Type.Array(
    Fields({
      id: Uuid,
      class: Line,
      filename: Type.String(),
      content_type: Type.String(),
      size_bytes: Count,
      sha256: Type.String(),
      /** In base64. */
      content: Type.String(),
    }),
  ),
})

/** The JSON that a funder receives. The lender’s own assessment is not part of it. */
export function buildIntake(work: JobContext, dispatch: Dispatch): Buffer {
  const { link, submission, files } = dispatch
  const { requested, consent, notes } = link.body
  const body = {
    id: link.id,
    submission: { ...submission, companyInfo: presentMaskedCompany(work, submission) },
    requested,
    consent,
    notes,
    metrics: submission.latest,
    // Reports go by mail only; a funder may have changed its channel since.
    documents: files.filter(({ id }) => id !== null).map(encodeFile),
  }
  return Buffer.from(JSON.stringify(pick(Intake, body)))
}

function encodeFile({ documentClass, content, ...file }: SentFile): object {
  return { ...file, class: documentClass, content: content.toString('base64') }
}
