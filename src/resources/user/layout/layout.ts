import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { pickGiven } from '../../../platform/wire/given.ts'
import { readSettings } from '../../settings/read.ts'
import type { Layout, LayoutBody } from './schemas.ts'
import { findLayout, upsertLayout, type LayoutRow } from './store.ts'

const SECTIONS = [
  'summary',
  'scorecard',
  'documents',
  'transactions',
  'positions',
  'cashflow',
  'balances',
  'anomalies',
  'coverage',
  'timeline',
]
const COLUMNS = [
  'name',
  'status',
  'paper_grade',
  'monthly_true_revenue',
  'average_daily_balance',
  'negative_days',
  'nsf_count',
  'positions',
  'holdback_ratio',
  'coverage_ratio',
  'policy_result',
  'created_at',
]

/** The default layout: everything, in the order in which underwriters work. */
const DEFAULT_BODY: Layout = {
  pages: {
    submission: {
      sections: SECTIONS.map((id, order) => ({
        id,
        visible: true,
        order,
        width: null,
        collapsed: false,
      })),
    },
    list: {
      columns: COLUMNS.map((field, order) => ({ field, visible: true, order, width: null })),
      sort: '-created_at',
      filters: {},
    },
  },
  theme: 'system',
  density: 'compact',
  views: [],
}

const DEFAULT_LAYOUT: LayoutRow = { version: 0, body: DEFAULT_BODY, updatedAt: null }

export async function readLayout(ctx: Context): Promise<object> {
  return present(ctx, (await findLayout(ctx)) ?? DEFAULT_LAYOUT)
}

/** Replaces the pages of the layout that are given, and the rest. Throws `version_conflict`. */
export async function replaceLayout(ctx: Context, input: LayoutBody): Promise<object> {
  const { pages = {}, theme, density, views, version = null } = input
  const { submission, list } = pages
  const rest = pickGiven(DEFAULT_BODY, { theme, density, views })
  const first = {
    ...DEFAULT_BODY,
    ...rest,
    pages: { ...DEFAULT_BODY.pages, ...pickGiven(DEFAULT_BODY.pages, pages) },
  }
  const isGone = version !== null && version > 0 && (await findLayout(ctx)) === null
  const row = isGone
    ? null
    : await upsertLayout(ctx, { first, submission, list, theme, density, views, version })
  if (row === null) throw new ApiError('version_conflict', undefined, { param: 'version' })
  const summary = `Layout version ${row.version}`
  await audit(ctx, { action: 'updated', resourceType: 'layout', resourceId: null, summary })
  return present(ctx, row)
}

async function present(ctx: Context, { version, body, updatedAt }: LayoutRow): Promise<object> {
  const { stored, values } = await readSettings(ctx)
  const region = { locale: values['locale'], timezone: stored['timezone'] ?? null }
  return { version, ...body, views: body.views ?? [], region, updatedAt }
}
