import { toWire } from '../../../platform/wire/convert.ts'
import { presentValue } from '../../entities/values/present.ts'
import { overrideAttributes } from '../../entities/values/override.ts'
import { resolveSubmission } from '../../entities/values/read.ts'
import { AttributeList } from '../../entities/values/schemas.ts'
import { linkSubmission } from '../../funders/links/link.ts'
import { matchSubmission } from '../../funders/match/match.ts'
import { startEnrichment } from '../../pipeline/pipeline.ts'
import { evaluateSubjects } from '../../policies/evaluations/evaluate-subjects.ts'
import { presentEvaluation, summarizeEvaluations } from '../../policies/evaluations/present.ts'
import { EvaluationList } from '../../policies/evaluations/schemas.ts'
import { resolveSubjects } from '../../policies/evaluations/subjects.ts'
import { getSubmission } from '../../records/submissions/store.ts'
import { readToday } from '../../settings/read.ts'
import { listMatching } from '../../transactions/list/list.ts'
import { TransactionList } from '../../transactions/schemas.ts'
import { findSubmissionId, WAIT_MS_MAX, type Action } from './action.ts'

const ROWS_DEFAULT = 100
const MATCHES_DEFAULT = 10

/** What the nodes do that judge a deal: its rows, policies, funders and attributes. */
export const DECISION_ACTIONS = {
  enrich_transactions: async (work) => {
    const submissionId = findSubmissionId(work)
    await startEnrichment(work.ctx, submissionId)
    const untilMs = work.ctx.house.now() + WAIT_MS_MAX
    const ports = { 'transactions.enriched': 'default' }
    return { wait: { kind: 'event', untilMs, ports, submissionId } }
  },
  query_transactions: async (work) => {
    const query = work.config as unknown as Query
    const { data } = (await listMatching(work.ctx, {
      submissionId: findSubmissionId(work),
      limit: query.limit ?? ROWS_DEFAULT,
      ...(query.categories && { category: query.categories }),
      ...(query.direction && { direction: query.direction }),
      ...(query.min_amount !== undefined && { minAmount: query.min_amount }),
      ...(query.max_amount !== undefined && { maxAmount: query.max_amount }),
      ...(query.start_date && { startDate: query.start_date }),
      ...(query.end_date && { endDate: query.end_date }),
      ...(query.q && { q: query.q }),
    })) as { data: { amount: number }[] }
    const transactions = toWire<{ amount: number }[]>(TransactionList, data)
    const cents = transactions.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
    return { output: { transactions, count: transactions.length, total: cents / 100 } }
  },
  evaluate_policy: async (work) => {
    const { ctx, config } = work
    const { policy_ids: policyIds } = config as { policy_ids?: string[] }
    const submissionId = findSubmissionId(work)
    const subjects = await resolveSubjects(ctx, { policyIds }, await readToday(ctx))
    const request = { submissionId, subjects, persists: true, withShadow: true }
    const found = await evaluateSubjects(ctx, { ...request, trigger: 'workflow' })
    const { result, decision } = summarizeEvaluations(found)
    const evaluations = toWire<Shown[]>(EvaluationList, found.map(presentEvaluation))
    const reasons = evaluations.flatMap((evaluation) => evaluation.reasons)
    const port =
      result === 'review_required' ? 'review' : result === 'error' ? 'missing_data' : result
    return { port, output: { result, decision, evaluations, reasons } }
  },
  match_funders: async (work) => {
    const {
      limit = MATCHES_DEFAULT,
      min_score: min = 0,
      exclude_funder_ids: excluded = [],
    } = work.config as unknown as Matching
    const json = await matchSubmission(work.ctx, findSubmissionId(work), { minStatus: 'matched' })
    const { data } = JSON.parse(json) as { data: { matches: Match[] } }
    const matches = data.matches
      .filter(({ funder_id: id, score }) => !excluded.includes(id) && (score ?? 0) >= min)
      .slice(0, limit)
    const funderIds = matches.map(({ funder_id: id }) => id)
    const port = matches.length > 0 ? 'matched' : 'none'
    return { port, output: { matches, count: matches.length, funder_ids: funderIds } }
  },
  submit_to_funder: async (work) => {
    const submissionId = findSubmissionId(work)
    const funderId = String(work.config.funder_id)
    const { id, status } = await linkSubmission(work.ctx, funderId, { submissionId, send: true })
    return { output: { link_id: id, status } }
  },
  resolve_attributes: async (work) => {
    const { entity } = work.config as { entity?: string }
    const submission = await getSubmission(work.ctx, findSubmissionId(work))
    const things = await resolveSubmission(work.ctx, submission)
    const values = things
      .flatMap((thing) => thing.values)
      .map((value) => presentValue(value, { isOpen: false }))
      .filter((value) => entity === undefined || value.entity.name === entity)
    return { output: { entities: toWire<unknown[]>(AttributeList, values) } }
  },
  set_attribute: async (work) => {
    const { entity, attribute, value } = work.config as unknown as Setting
    const given = [{ entity, attribute, value }]
    const found = await overrideAttributes(work.ctx, findSubmissionId(work), given)
    const [set] = toWire<Record<string, unknown>[]>(AttributeList, found)
    return { output: { attribute: set ?? {} } }
  },
} satisfies Record<string, Action>

interface Query {
  categories?: string[]
  direction?: 'inflow' | 'outflow'
  min_amount?: number
  max_amount?: number
  start_date?: string
  end_date?: string
  q?: string
  limit?: number
}

interface Shown {
  reasons: unknown[]
}

interface Match {
  funder_id: string
  score: number | null
}

interface Matching {
  limit?: number
  min_score?: number
  exclude_funder_ids?: string[]
}

interface Setting {
  entity: string
  attribute: string
  value: unknown
}
