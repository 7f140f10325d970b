import type { Config } from '../../config.ts'
import type { App, SwitchedOn } from '../records/apps/app.ts'
import { toAppId } from '../records/apps/catalogue.ts'
import type { Installation } from '../records/apps/store.ts'

const CAPABILITY_OF = {
  enrichers: 'enricher',
  imports: 'import',
  nodeTypes: 'workflow_nodes',
  crms: 'workflow_nodes',
  mailboxes: 'import',
}

/** An app as responses show it, with what the environment has of it. */
export function presentApp(
  app: App,
  installation: Installation | null,
  config: Config,
): { id: string; slug: string; isInstalled: boolean } & Record<string, unknown> {
  const { slug, name, description, category, version, permissions, config: form } = app
  const { enrichers = [], imports = [], nodeTypes = [], crms = [], mailboxes = [] } = app.switchesOn
  return {
    id: toAppId(app),
    slug,
    name,
    description,
    publisher: 'Assay',
    category,
    iconUrl: null,
    version,
    capabilities: (Object.keys(app.switchesOn) as (keyof SwitchedOn)[]).map(
      (kind) => CAPABILITY_OF[kind],
    ),
    permissions: [...permissions],
    configSchema: form,
    switchesOn: {
      enrichers: [...enrichers],
      imports: [...imports],
      nodeTypes: [...nodeTypes],
      crms: [...crms],
      mailboxes: [...mailboxes],
    },
    isBuiltin: true,
    isInstalled: installation !== null,
    unavailableReason: app.findObstacle?.(config) ?? null,
    installation: installation && presentInstallation(app, installation),
  }
}

/** Of a secret, its last four characters are shown. */
export function presentInstallation(
  app: App,
  { config, secrets, ...row }: Installation,
): Record<string, unknown> {
  const fields = Object.keys(app.config.properties)
  const masked = Object.entries(secrets)
    .filter(([name]) => fields.includes(name))
    .map(([name, value]) => [name, `****${value.slice(-4)}`])
  return {
    ...row,
    appId: toAppId(app),
    config: { ...config, ...(Object.fromEntries(masked) as object) },
    updateAvailable: row.version !== app.version,
  }
}
