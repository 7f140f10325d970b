import type { Context } from '../../platform/context.ts'
import { slicePage } from '../../platform/db/page.ts'
import { Reply, route, type Body, type Route } from '../../platform/route.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { APPS, getApp } from '../records/apps/catalogue.ts'
import { findInstallation, listInstallations } from '../records/apps/store.ts'
import { installApp, uninstallApp } from './install.ts'
import { presentApp } from './present.ts'
import {
  AppList,
  AppParams,
  AppQuery,
  InstallBody,
  InstalledQuery,
  OneApp,
  OneInstallation,
  UninstallBody,
  Uninstalled,
} from './schemas.ts'

type Query = Body<typeof AppQuery>

/** The apps of the catalogue that a query selects, in their order. */
async function listApps(ctx: Context, query: Query): Promise<object> {
  const { category, q = '', isInstalled } = query
  const installed = await listInstallations(ctx)
  const rows = APPS.filter(
    (app) =>
      (category === undefined || app.category === category) &&
      `${app.slug} ${app.name} ${app.description}`.toLowerCase().includes(q.toLowerCase()),
  )
    .map((app) => presentApp(app, installed.get(app.slug) ?? null, ctx.house.config))
    .filter((app) => isInstalled === undefined || app.isInstalled === isInstalled)
  const page = parsePage(ctx, query, ['slug'])
  return listBody(slicePage(rows, page, ctx.house.cursors), (row) => row)
}

export const appRoutes: readonly Route[] = [
  route({
    endpoint: 'GET /v1/apps',
    summary: 'List the apps: what each switches on, its permissions and its form to set it up',
    scope: 'apps:read',
    shapes: { query: AppQuery, returns: AppList },
    handle: ({ query }, ctx) => listApps(ctx, query),
  }),
  route({
    endpoint: 'GET /v1/apps/installed',
    summary: 'List the apps that are installed',
    scope: 'apps:read',
    shapes: { query: InstalledQuery, returns: AppList },
    handle: ({ query }, ctx) => listApps(ctx, { ...query, isInstalled: true }),
  }),
  route({
    endpoint: 'GET /v1/apps/:id',
    summary: 'Get an app by its id or slug',
    scope: 'apps:read',
    errors: ['app_not_found'],
    shapes: { params: AppParams, returns: OneApp },
    handle: async ({ params }, ctx) => {
      const app = getApp(params.id)
      return { data: presentApp(app, await findInstallation(ctx, app.slug), ctx.house.config) }
    },
  }),
  route({
    endpoint: 'POST /v1/apps/:id/install',
    summary: 'Install an app',
    description:
      'config has the fields of the config_schema of the app. An app that signs what it sends ' +
      'shows its secret in this response alone. The app of a CRM connects it: connection_id of ' +
      'the installation is the id of the CRM integration, for crm_sync in workflows.',
    scope: 'apps:write',
    status: 201,
    errors: [
      'already_installed',
      'app_not_found',
      'app_unavailable',
      'credentials_invalid',
      'duplicate_name',
      'invalid_url',
      'permissions_not_accepted',
      'too_many',
      'url_not_allowed',
    ],
    shapes: { params: AppParams, body: InstallBody, returns: OneInstallation },
    handle: async ({ params, body }, ctx) => {
      const data = await installApp(ctx, params.id, body)
      return new Reply({ body: { data }, headers: { location: `/v1/apps/${params.id}` } })
    },
  }),
  route({
    endpoint: 'DELETE /v1/apps/:id/uninstall',
    summary: 'Uninstall an app',
    description:
      'Refused while an active workflow uses what the app switches on. What enrichers have found ' +
      'and payloads that were imported stay in any case; a CRM is disconnected.',
    scope: 'apps:write',
    errors: ['app_not_found', 'not_installed', 'resource_in_use'],
    shapes: { params: AppParams, body: UninstallBody, returns: Uninstalled },
    handle: async ({ params }, ctx) => ({ data: await uninstallApp(ctx, params.id) }),
  }),
]
