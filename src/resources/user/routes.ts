import { outsideRoute, route } from '../../platform/route.ts'
import { requireMatch } from '../../platform/http/answer.ts'
import { listBody, pageOf } from '../../platform/wire/list-query.ts'
import { changeSettings, presentSettings } from './settings/change.ts'
import { previewSettings } from './settings/preview.ts'
import { readSettings } from './settings/read.ts'
import {
  HistoryList, HistoryQuery, OnePreview, OneSettings, PreviewRequest, SettingsPatch, SettingsQuery,
} from './settings/schemas.ts' // prettier-ignore
import { countVersions, HISTORY_SORTS, listVersions } from './settings/store.ts'

const WRONG_VALUES = ['invalid_format', 'invalid_category', 'invalid_metric'] as const

export const userRoutes = [
  route({
    endpoint: 'GET /v1/user/settings',
    summary: 'The settings of the tenant with their defaults; version reads an earlier state',
    description:
      'The `user` of these paths is the tenant of the key, in its live or its test environment. What each key means and what reads it: docs/settings.md.',
    scope: 'settings:read',
    errors: ['settings_version_not_found'],
    shapes: { query: SettingsQuery, returns: OneSettings },
    handle: async ({ query }, ctx) => presentSettings(await readSettings(ctx, query.version)),
  }),
  route({
    endpoint: 'PUT /v1/user/settings',
    summary: 'Change settings: keys that are named replace what they were, null takes the default',
    scope: 'settings:write',
    errors: [...WRONG_VALUES, 'version_conflict'],
    shapes: { body: SettingsPatch, returns: OneSettings },
    handle: async ({ body, ifMatch }, ctx) => {
      const current = presentSettings(await readSettings(ctx))
      requireMatch(ifMatch, { shapes: { returns: OneSettings } }, current)
      return presentSettings(await changeSettings(ctx, body))
    },
  }),
  route({
    endpoint: 'GET /v1/user/settings/history',
    summary: 'Every version of the settings: who changed what, and when',
    scope: 'settings:read',
    isAdditive: true,
    shapes: { query: HistoryQuery, returns: HistoryList },
    handle: async ({ query }, ctx) => {
      const page = pageOf(ctx, query, HISTORY_SORTS)
      const meta = page.includeTotal ? { total_count: await countVersions(ctx) } : undefined
      const list = await listVersions(ctx, page)
      return listBody(list, (row) => ({ ...row, revenueFormulaVersion: row.formulaVersion }), meta)
    },
  }),
  outsideRoute({
    endpoint: 'POST /v1/user/settings/preview',
    summary: 'How the numbers of recent submissions would change; nothing is stored',
    scope: 'settings:read',
    isAdditive: true,
    cost: 'heavy',
    errors: [...WRONG_VALUES, 'submission_not_found'],
    shapes: { body: PreviewRequest, returns: OnePreview },
    handle: async ({ body }, ctx) => ({ data: await previewSettings(ctx, body) }),
  }),
]
