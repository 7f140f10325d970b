import { outsideRoute, route } from '../../platform/route.ts'
import { holdName } from '../../platform/db/record-store.ts'
import { requireMatch } from '../../platform/http/respond.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { Deleted } from '../../platform/wire/shapes.ts'
import { accountRoutes } from './account/account-routes.ts'
import { readLayout, replaceLayout } from './layout/layout.ts'
import { LayoutBody, OneLayout } from './layout/schemas.ts'
import { downloadLogo, getLogo, presentLogo, removeLogo, takeLogo } from './logo/logo.ts'
import { LogoQuery, LogoUpload, OneLogo } from './logo/schemas.ts'
import { changeSettings, presentSettings } from './settings/change.ts'
import { previewSettings } from './settings/preview.ts'
import { readSettings } from '../settings/read.ts'
import {
  HistoryList,
  HistoryQuery,
  OnePreview,
  OneSettings,
  PreviewRequest,
  SettingsPatch,
  SettingsQuery,
} from './settings/schemas.ts'
import { buildScoreTables, OneScoreTables } from './settings/scores.ts'
import { HISTORY_SORTS, listVersions } from '../settings/store.ts'

const WRONG_VALUES = ['invalid_format', 'invalid_category', 'invalid_metric'] as const

const settingsRoutes = [
  route({
    endpoint: 'GET /v1/user/settings',
    summary: 'Get the settings of the tenant with defaults; version reads an earlier version',
    description:
      'The `user` of these paths is the tenant of the key or token, in its live or its test environment. docs/settings.md explains each key.',
    scope: 'settings:read',
    errors: ['settings_version_not_found'],
    shapes: { query: SettingsQuery, returns: OneSettings },
    handle: async ({ query }, ctx) => presentSettings(await readSettings(ctx, query.version)),
  }),
  route({
    endpoint: 'PUT /v1/user/settings',
    operationId: 'updateUserSettings',
    summary: 'Change settings; null restores a default',
    scope: 'settings:write',
    errors: [...WRONG_VALUES, 'version_conflict'],
    shapes: { body: SettingsPatch, returns: OneSettings },
    handle: async ({ body, ifMatch }, ctx) => {
      await holdName(ctx, 'settings')
      const current = presentSettings(await readSettings(ctx))
      requireMatch(ifMatch, { shapes: { returns: OneSettings } }, current)
      return presentSettings(await changeSettings(ctx, body))
    },
  }),
  route({
    endpoint: 'GET /v1/user/settings/history',
    operationId: 'listUserSettingsVersions',
    summary: 'List every version of the settings: who changed what, and when',
    scope: 'settings:read',
    isAdditive: true,
    shapes: { query: HistoryQuery, returns: HistoryList },
    handle: async ({ query }, ctx) => {
      const list = await listVersions(ctx, {}, parsePage(ctx, query, HISTORY_SORTS))
      return listBody(list, (row) => ({ ...row, revenueFormulaVersion: row.formulaVersion }))
    },
  }),
  route({
    endpoint: 'GET /v1/user/settings/scores',
    summary: 'Get the tables that scores come with, which settings replace row by row',
    description: [
      'Thresholds of grades, weights of risk factors and thresholds of anomalies, as they are',
      'until scorecard_thresholds, risk_model and anomaly_thresholds say otherwise.',
    ].join(' '),
    scope: 'settings:read',
    isAdditive: true,
    shapes: { returns: OneScoreTables },
    handle: async () => ({ data: buildScoreTables() }),
  }),
  outsideRoute({
    endpoint: 'POST /v1/user/settings/preview',
    summary: 'Preview how settings would change recent submissions; nothing is stored',
    scope: 'settings:read',
    isAdditive: true,
    cost: 'heavy',
    errors: [...WRONG_VALUES, 'submission_not_found'],
    shapes: { body: PreviewRequest, returns: OnePreview },
    handle: async ({ body }, ctx) => ({ data: await previewSettings(ctx, body) }),
  }),
]

const layoutRoutes = [
  route({
    endpoint: 'GET /v1/user/layout',
    summary: 'Get the layout of the deal page and the list',
    description: 'Of the person of an access token; of the environment where a key is used.',
    scope: 'settings:read',
    isPersonal: true,
    shapes: { returns: OneLayout },
    handle: async (_, ctx) => ({ data: await readLayout(ctx) }),
  }),
  route({
    endpoint: 'PUT /v1/user/layout',
    operationId: 'updateUserLayout',
    summary: 'Replace a page of the layout, or all; unknown sections are kept',
    scope: 'settings:write',
    isPersonal: true,
    errors: ['version_conflict'],
    shapes: { body: LayoutBody, returns: OneLayout },
    handle: async ({ body, ifMatch }, ctx) => {
      await holdName(ctx, 'layout')
      const current = { data: await readLayout(ctx) }
      requireMatch(ifMatch, { shapes: { returns: OneLayout } }, current)
      return { data: await replaceLayout(ctx, body) }
    },
  }),
]

const logoRoutes = [
  outsideRoute({
    endpoint: 'GET /v1/user/logo',
    summary: 'Get the logo of the tenant; download=true returns the image',
    scope: 'settings:read',
    errors: ['logo_not_found'],
    shapes: { query: LogoQuery, returns: OneLogo },
    handle: async ({ query }, ctx) => {
      const logo = await ctx.transaction(getLogo)
      return query.download ? downloadLogo(ctx, logo) : { data: presentLogo(ctx, logo) }
    },
  }),
  outsideRoute({
    endpoint: 'POST /v1/user/logo',
    operationId: 'uploadUserLogo',
    summary: 'Set the logo: PNG, JPEG, WebP or SVG, up to 2 MiB and 2,000 pixels a side',
    scope: 'settings:write',
    status: 201,
    cost: 'upload',
    consumes: 'multipart',
    errors: ['unsupported_file_type', 'image_too_large'],
    shapes: { body: LogoUpload, returns: OneLogo },
    handle: ({ files }, ctx) => takeLogo(ctx, files),
  }),
  route({
    endpoint: 'DELETE /v1/user/logo',
    summary: 'Delete the logo',
    scope: 'settings:write',
    isAdditive: true,
    errors: ['logo_not_found'],
    shapes: { returns: Deleted },
    handle: async (_, ctx) => {
      await removeLogo(ctx)
      return { data: { id: 'logo', deleted: true } }
    },
  }),
]

export const userRoutes = [...settingsRoutes, ...layoutRoutes, ...logoRoutes, ...accountRoutes]
