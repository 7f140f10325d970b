import { Reply, route } from '../../platform/route.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { getSubmission } from '../records/submissions/store.ts'
import {
  presentMail,
  presentPreview,
  presentRequests,
  sendStipMail,
  writeStipMail,
} from './request.ts'
import {
  OneStipRequest,
  StipRequestCreate,
  StipRequestList,
  StipRequestParams,
  StipRequestQuery,
} from './schemas.ts'
import { listStipRequests, STIP_REQUEST_SORTS } from './store.ts'

export const stipRequestRoutes = [
  route({
    endpoint: 'POST /v1/submissions/:sid/stip-requests',
    summary: 'Send the list of what a deal still needs; it ticks itself off as documents arrive',
    description:
      'One mail to the broker or the applicant, made of the active template for ' +
      'missing_documents. Replies with files go to the deal. With preview true it is only rendered.',
    scope: 'emails:write',
    status: 202,
    alsoStatus: [200],
    isAdditive: true,
    errors: [
      'submission_not_found',
      'nothing_missing',
      'missing_field',
      'invalid_expression',
      'email_template_not_found',
      'too_many',
      'file_too_large',
      'document_not_found',
      'mail_not_configured',
    ],
    shapes: { params: StipRequestParams, body: StipRequestCreate, returns: OneStipRequest },
    handle: async ({ params: { sid }, body: { preview = false, ...request } }, ctx) => {
      const mail = await writeStipMail(ctx, sid, request)
      const shown = presentMail(ctx, mail.draft)
      if (preview) {
        const data = { ...presentPreview(ctx, sid, mail.items), mail: shown }
        return new Reply({ status: 200, body: { data } })
      }
      const [sent] = await presentRequests(ctx, [await sendStipMail(ctx, sid, mail)])
      return new Reply({ body: { data: { ...sent, mail: shown } } })
    },
  }),
  route({
    endpoint: 'GET /v1/submissions/:sid/stip-requests',
    summary: 'List what was requested for a deal, each item as it is now',
    scope: 'emails:read',
    isAdditive: true,
    errors: ['submission_not_found'],
    shapes: { params: StipRequestParams, query: StipRequestQuery, returns: StipRequestList },
    handle: async ({ params, query }, ctx) => {
      const { id: submissionId } = await getSubmission(ctx, params.sid)
      const page = parsePage(ctx, query, STIP_REQUEST_SORTS)
      const found = await listStipRequests(ctx, { submissionId }, page)
      return listBody({ ...found, rows: await presentRequests(ctx, found.rows) })
    },
  }),
]
