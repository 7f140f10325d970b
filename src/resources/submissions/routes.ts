import { Deleted, IdParams } from '../../platform/wire/shapes.ts'
import { outsideRoute, Reply, route } from '../../platform/route.ts'
import { slicePage } from '../../platform/db/page.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { overrideAttributes } from '../entities/values/override.ts'
import { listAttributeValues } from '../entities/values/read.ts'
import { AttributeList, AttributeOverrides, AttributeQuery } from '../entities/values/schemas.ts'
import { performBulk } from './bulk/perform.ts'
import { BulkBody, BulkResult } from './bulk/schemas.ts'
import { createSubmission } from './write/create.ts'
import { findDuplicates } from './duplicates/find.ts'
import { DuplicateList, DuplicateQuery } from './duplicates/schemas.ts'
import { listOpenIssues } from './decisions/open-issues.ts'
import { OpenIssues } from './decisions/schemas.ts'
import { expandParts } from './expand/expand.ts'
import { listMatching } from './list/find.ts'
import { listMissingAccounts, noteMissingAccount } from '../missing-accounts/list.ts'
import {
  MissingAccountList,
  MissingAccountParams,
  MissingAccountPatch,
  MissingAccountQuery,
  OneMissingAccount,
} from '../missing-accounts/schemas.ts'
import { listParsedSubmissions } from '../documents/parsed/parsed-submissions.ts'
import { ParsedSubmissionList, ParsedSubmissionQuery } from '../documents/parsed/schemas.ts'
import { addNote, presentNote } from '../records/notes/add.ts'
import { NoteCreate, NoteList, NoteQuery, OneNote } from './notes/schemas.ts'
import { listNotes, NOTE_SORTS } from '../records/notes/store.ts'
import { presentSubmission } from '../records/submissions/present.ts'
import { startEnrichment } from '../pipeline/pipeline.ts'
import { removeSubmission } from './removal/remove.ts'
import { processAndWait } from './runs/process.ts'
import { EnrichBody, ProcessBody } from './runs/schemas.ts'
import {
  ExpandQuery,
  OneExpandedSubmission,
  OneSubmission,
  RemovalQuery,
  SubmissionList,
  SubmissionQuery,
} from './schemas.ts'
import { readStatus } from './status/read.ts'
import { OneStatus } from './status/schemas.ts'
import { openStatusStream } from './status/stream.ts'
import { getSubmission } from '../records/submissions/store.ts'
import { TimelineList, TimelineQuery } from './timeline/schemas.ts'
import { readTimeline } from './timeline/timeline.ts'
import { SubmissionCreate, SubmissionPatch } from './write/schemas.ts'
import { patchSubmission } from './write/update.ts'

const MIN_SCORE_DEFAULT = 40

export const submissionRoutes = [
  route({
    endpoint: 'POST /v1/submissions',
    summary: 'Create a submission',
    scope: 'submissions:write',
    status: 201,
    errors: ['external_id_exists', 'invalid_ein', 'invalid_naics', 'field_given_twice'],
    shapes: { body: SubmissionCreate, returns: OneSubmission },
    handle: async ({ body }, ctx) => {
      const submission = await createSubmission(ctx, body)
      const data = await presentSubmission(ctx, submission)
      return new Reply({
        body: { data },
        headers: { location: `/v1/submissions/${submission.id}` },
      })
    },
  }),
  route({
    endpoint: 'POST /v1/submissions/bulk',
    operationId: 'changeSubmissions',
    summary: 'Assign, process or tag up to 100 submissions at once, each with its result',
    description:
      'An id that nobody has refuses the request; a submission that cannot be changed or ' +
      'processed now has its error among the results, and the others are done: 207 then.',
    scope: 'submissions:write',
    alsoStatus: [207],
    cost: 'heavy',
    isAdditive: true,
    errors: ['submission_not_found', 'missing_field'],
    shapes: { body: BulkBody, returns: BulkResult },
    handle: async ({ body }, ctx) => performBulk(ctx, body),
  }),
  route({
    endpoint: 'GET /v1/submissions',
    summary: 'List submissions, newest first',
    scope: 'submissions:read',
    shapes: { query: SubmissionQuery, returns: SubmissionList },
    handle: async ({ query }, ctx) => listMatching(ctx, query),
  }),
  route({
    endpoint: 'GET /v1/submissions/:id',
    summary: 'Get a submission by id, or by ext: and your external id, as in every address',
    scope: 'submissions:read',
    errors: ['submission_not_found'],
    shapes: { params: IdParams, query: ExpandQuery, returns: OneExpandedSubmission },
    handle: async ({ params, query }, ctx) => {
      const submission = await getSubmission(ctx, params.id)
      const parts = await expandParts(ctx, submission.id, query.expand ?? [])
      return { data: { ...(await presentSubmission(ctx, submission)), ...parts } }
    },
  }),
  route({
    endpoint: 'PATCH /v1/submissions/:id',
    summary: 'Change a submission; metadata is merged, null removes a key',
    scope: 'submissions:write',
    errors: [
      'submission_not_found',
      'external_id_exists',
      'invalid_ein',
      'invalid_naics',
      'field_given_twice',
      'invalid_state_transition',
      'version_conflict',
    ],
    shapes: { params: IdParams, body: SubmissionPatch, returns: OneSubmission },
    handle: async ({ params, body, ifMatch }, ctx) => {
      const submission = await patchSubmission(ctx, params.id, { patch: body, ifMatch })
      return { data: await presentSubmission(ctx, submission) }
    },
  }),
  route({
    endpoint: 'DELETE /v1/submissions/:id',
    summary: 'Delete a submission with all its data, permanently',
    scope: 'submissions:write',
    errors: ['submission_not_found', 'legal_hold'],
    shapes: { params: IdParams, query: RemovalQuery, returns: Deleted },
    handle: async ({ params }, ctx) => {
      await removeSubmission(ctx, params.id)
      return { data: { id: params.id, deleted: true } }
    },
  }),
  outsideRoute({
    endpoint: 'POST /v1/submissions/:id/process',
    summary: 'Start processing; wait_seconds waits for the end and then returns 200',
    scope: 'submissions:write',
    status: 202,
    alsoStatus: [200],
    cost: 'heavy',
    errors: [
      'submission_not_found',
      'document_not_found',
      'already_processing',
      'invalid_state_transition',
    ],
    shapes: { params: IdParams, body: ProcessBody, returns: OneSubmission },
    handle: async ({ params, body: { waitSeconds = 0, stages, ...options } }, ctx) =>
      processAndWait(ctx, params.id, {
        ...options,
        waitSeconds,
        parses: stages?.includes('parse') ?? true,
      }),
  }),
  route({
    endpoint: 'POST /v1/submissions/:id/enrich',
    summary: 'Enrich all transactions of a submission again',
    scope: 'submissions:write',
    status: 202,
    cost: 'heavy',
    errors: ['submission_not_found', 'invalid_state_transition'],
    shapes: { params: IdParams, body: EnrichBody, returns: OneSubmission },
    handle: async ({ params }, ctx) => {
      await startEnrichment(ctx, params.id)
      return { data: await presentSubmission(ctx, await getSubmission(ctx, params.id)) }
    },
  }),
  route({
    endpoint: 'GET /v1/submissions/:id/status',
    summary: 'Get the processing status: stages and documents',
    scope: 'submissions:read',
    errors: ['submission_not_found'],
    shapes: { params: IdParams, returns: OneStatus },
    handle: async ({ params }, ctx) => ({ data: await readStatus(ctx, params.id) }),
  }),
  outsideRoute({
    endpoint: 'GET /v1/submissions/:id/events',
    operationId: 'streamSubmissionEvents',
    summary: 'Stream the processing status as server-sent events until the run ends',
    scope: 'submissions:read',
    isAdditive: true,
    produces: 'events',
    errors: ['submission_not_found'],
    shapes: { params: IdParams },
    handle: async ({ params }, ctx) =>
      new Reply({ stream: await openStatusStream(ctx, params.id) }),
  }),
  route({
    endpoint: 'GET /v1/submissions/:id/duplicates',
    summary: 'Find submissions that look like the same business, most likely first',
    scope: 'submissions:read',
    errors: ['submission_not_found'],
    shapes: { params: IdParams, query: DuplicateQuery, returns: DuplicateList },
    handle: async ({ params, query }, ctx) => {
      const { minScore = MIN_SCORE_DEFAULT, includeArchived = false } = query
      const duplicates = await findDuplicates(ctx, params.id, { minScore, includeArchived })
      return listBody(slicePage(duplicates, parsePage(ctx, query, ['-score']), ctx.house.cursors))
    },
  }),
  route({
    endpoint: 'GET /v1/submissions/:id/open-issues',
    summary: 'Get what a person must give a reason for before the deal goes on, gravest first',
    description:
      'Failed policies, paper of grade F, an offer above a limit or not affordable, grave open ' +
      'flags, old data, missing months, and what waits in the queue. While there is one, a person ' +
      'who sets deal_stage to approved, offer_out, contract_out or funded, or marks kept_offer as ' +
      'sent, must give decision_reason.',
    scope: 'submissions:read',
    isAdditive: true,
    errors: ['submission_not_found'],
    shapes: { params: IdParams, returns: OpenIssues },
    handle: async ({ params }, ctx) => ({
      data: { issues: await listOpenIssues(ctx, await getSubmission(ctx, params.id)) },
    }),
  }),
  route({
    endpoint: 'GET /v1/submissions/:id/timeline',
    summary: 'List what happened to a submission and who did it, newest first',
    scope: 'submissions:read',
    errors: ['submission_not_found'],
    shapes: { params: IdParams, query: TimelineQuery, returns: TimelineList },
    handle: async ({ params, query }, ctx) => readTimeline(ctx, params.id, query),
  }),
  route({
    endpoint: 'POST /v1/submissions/:id/notes',
    summary: 'Write a note of a submission; its timeline shows it',
    scope: 'submissions:write',
    status: 201,
    isAdditive: true,
    errors: ['submission_not_found'],
    shapes: { params: IdParams, body: NoteCreate, returns: OneNote },
    handle: async ({ params, body }, ctx) => ({
      data: presentNote(await addNote(ctx, params.id, body.text)),
    }),
  }),
  route({
    endpoint: 'GET /v1/submissions/:id/notes',
    summary: 'List the notes of a submission, newest first',
    scope: 'submissions:read',
    isAdditive: true,
    errors: ['submission_not_found'],
    shapes: { params: IdParams, query: NoteQuery, returns: NoteList },
    handle: async ({ params, query }, ctx) => {
      const { id } = await getSubmission(ctx, params.id)
      const page = await listNotes(ctx, id, parsePage(ctx, query, NOTE_SORTS))
      return listBody(page, presentNote)
    },
  }),
  route({
    endpoint: 'GET /v1/submissions/:id/attribute-values',
    summary: 'List attributes of the company, its owners and accounts, with sources',
    scope: 'submissions:read',
    errors: ['submission_not_found'],
    shapes: { params: IdParams, query: AttributeQuery, returns: AttributeList },
    handle: async ({ params, query }, ctx) => listAttributeValues(ctx, params.id, query),
  }),
  route({
    endpoint: 'PUT /v1/submissions/:id/attribute-values',
    summary: 'Set attributes by hand; they override every source until set to null',
    scope: 'submissions:write',
    isAdditive: true,
    errors: ['submission_not_found', 'invalid_enum', 'invalid_type', 'out_of_range'],
    shapes: { params: IdParams, body: AttributeOverrides, returns: AttributeList },
    handle: async ({ params, body }, ctx) => ({
      data: await overrideAttributes(ctx, params.id, body.values),
      hasMore: false,
      nextCursor: null,
    }),
  }),
  route({
    endpoint: 'GET /v1/submissions/:id/parsed-submissions',
    operationId: 'listParsedSubmissions',
    summary: 'List what was read from each document',
    scope: 'submissions:read',
    errors: ['submission_not_found'],
    shapes: { params: IdParams, query: ParsedSubmissionQuery, returns: ParsedSubmissionList },
    handle: async ({ params, query }, ctx) => listParsedSubmissions(ctx, params.id, query),
  }),
  route({
    endpoint: 'GET /v1/submissions/:id/missing-accounts',
    summary: 'List accounts that the transactions mention and that were not submitted',
    scope: 'submissions:read',
    errors: ['submission_not_found'],
    shapes: { params: IdParams, query: MissingAccountQuery, returns: MissingAccountList },
    handle: async ({ params, query }, ctx) => {
      const { minConfidence = 0, asOf = null } = query
      const accounts = await listMissingAccounts(ctx, params.id, asOf)
      const sure = accounts.filter(({ confidence }) => confidence >= minConfidence)
      return listBody(slicePage(sure, parsePage(ctx, query, ['-confidence']), ctx.house.cursors))
    },
  }),
  route({
    endpoint: 'PATCH /v1/submissions/:id/missing-accounts/:maid',
    summary: 'Set the status of a missing account',
    scope: 'submissions:write',
    isAdditive: true,
    errors: ['submission_not_found', 'missing_account_not_found'],
    shapes: { params: MissingAccountParams, body: MissingAccountPatch, returns: OneMissingAccount },
    handle: async ({ params, body }, ctx) => ({
      data: await noteMissingAccount(ctx, params.id, { id: params.maid, status: body.status }),
    }),
  }),
]
