import type { Context } from '../../platform/context.ts'
import { slicePage } from '../../platform/db/page.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { presentConfig } from './api-config.ts'
import { GLOBAL_FUNDERS, type GlobalFunder } from './registry.ts'
import type { FunderQuery, LinkedQuery } from './schemas.ts'
import {
  countPolicies,
  listFunderRows,
  statsByFunder,
  type FunderBody,
  type FunderRow,
  type FunderStats,
} from './store.ts'

/** A funder as the tenant sees it: one of the registry under its layer, or its own. */
export interface FunderRecord extends Required<FunderBody> {
  id: string
  name: string
  isGlobal: boolean
  /** As positions name it; null for a tenant's own. */
  registryId: string | null
  apiHeadersSealed: string | null
  metadata: Record<string, unknown>
  createdAt: string | null
  updatedAt: string | null
}

const PLAIN: Omit<Required<FunderBody>, 'kind'> = {
  legalName: null,
  aliases: [],
  descriptors: [],
  website: null,
  contacts: [],
  submissionChannel: null,
  submissionEmail: null,
  apiConfig: null,
  offerSource: null,
  isActive: true,
  products: [],
  regions: [],
  logoUrl: null,
  notes: null,
  defaults: {},
}

const NO_LAYER = {
  body: {},
  apiHeadersSealed: null,
  metadata: {},
  createdAt: null,
  updatedAt: null,
}

/** Every funder, by name. */
export async function listFunders(ctx: Context): Promise<FunderRecord[]> {
  const rows = await listFunderRows(ctx)
  const layers = new Map(rows.filter((row) => row.isGlobal).map((row) => [row.id, row]))
  return [
    ...GLOBAL_FUNDERS.map((each) => layered(each, layers.get(each.id))),
    ...rows.filter((row) => !row.isGlobal).map(ownFunder),
  ].toSorted((a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase()) || compare(a.id, b.id))
}

/** Throws `funder_not_found`. */
export async function getFunder(ctx: Context, id: string): Promise<FunderRecord> {
  const wanted = id.toLowerCase()
  const found = (await listFunders(ctx)).find((each) => each.id === wanted)
  if (!found) throw new ApiError('funder_not_found')
  return found
}

/** A page of the funders a query selects. */
export async function listMatching(ctx: Context, query: FunderQuery): Promise<object> {
  const { q, kind, isActive, isLinked, isGlobal } = query
  const about = await readAbout(ctx)
  const selected = (await listFunders(ctx)).filter(
    (each) =>
      (q === undefined || toSearchText(each).includes(q.toLowerCase())) &&
      (kind === undefined || each.kind === kind) &&
      (isActive === undefined || each.isActive === isActive) &&
      (isGlobal === undefined || each.isGlobal === isGlobal) &&
      (isLinked === undefined || isLinkedIn(about, each.id) === isLinked),
  )
  return paged(ctx, { selected, about }, query)
}

/** Funders that a submission went to or that have an active policy. */
export async function listLinked(ctx: Context, query: LinkedQuery): Promise<object> {
  const about = await readAbout(ctx)
  const selected = (await listFunders(ctx)).filter(
    ({ id }) => isLinkedIn(about, id) || (about.policies.get(id)?.active ?? 0) > 0,
  )
  return paged(ctx, { selected, about }, query)
}

interface About {
  stats: Map<string, FunderStats>
  policies: Map<string, { count: number; active: number }>
}

async function readAbout(ctx: Context): Promise<About> {
  return { stats: await statsByFunder(ctx), policies: await countPolicies(ctx) }
}

function paged(
  ctx: Context,
  { selected, about }: { selected: FunderRecord[]; about: About },
  query: LinkedQuery,
): object {
  const page = parsePage(ctx, query, ['name'])
  const show = (each: FunderRecord) => shown(each, about)
  return listBody(slicePage(selected, page, ctx.house.cursors), show)
}

export async function presentFunder(ctx: Context, funder: FunderRecord): Promise<object> {
  return shown(funder, await readAbout(ctx))
}

function shown(funder: FunderRecord, about: About): object {
  const stats = about.stats.get(funder.id)
  return {
    ...funder,
    apiConfig: presentConfig(funder.apiConfig),
    defaults: { frequencies: [], ...funder.defaults },
    isLinked: isLinkedIn(about, funder.id),
    policiesCount: about.policies.get(funder.id)?.count ?? 0,
    stats: {
      submitted: stats?.submitted ?? 0,
      approved: stats?.approved ?? 0,
      declined: stats?.declined ?? 0,
      funded: stats?.funded ?? 0,
      approvalRate: computeApprovalRate(stats),
      medianResponseHours: stats?.medianResponseHours ?? null,
    },
  }
}

/** Share of approvals among decided submissions; null before the first decision. */
export function computeApprovalRate(stats: FunderStats | undefined): number | null {
  const decided = (stats?.approved ?? 0) + (stats?.declined ?? 0)
  return decided === 0 ? null : Number((stats!.approved / decided).toFixed(4))
}

function isLinkedIn({ stats }: About, id: string): boolean {
  return (stats.get(id)?.linked ?? 0) > 0
}

function layered(
  { id, registryId, name, kind, descriptors }: GlobalFunder,
  layer: FunderRow | undefined,
): FunderRecord {
  const { body, ...row } = layer ?? NO_LAYER
  const own = { ...PLAIN, descriptors: [...descriptors], kind, ...body }
  return { ...own, ...row, id, registryId, name, isGlobal: true }
}

function ownFunder({ body, ...row }: FunderRow): FunderRecord {
  return { ...PLAIN, kind: 'mca', registryId: null, ...body, ...row }
}

function toSearchText({ name, legalName, aliases }: FunderRecord): string {
  return [name, legalName ?? '', ...aliases].join('\n').toLowerCase()
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right)
}
