import { didYouMean } from '../../../core/values/text.ts'
import { derivedId } from '../../../platform/crypto/derived-id.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { App, SwitchedOn } from './app.ts'
import { CRM_APPS } from './crm-apps.ts'
import { ENRICHER_APPS } from './enricher-apps.ts'
import { IMPORT_APPS } from './import-apps.ts'
import { MESSAGE_APPS } from './message-apps.ts'
import { STORAGE_APPS } from './storage-apps.ts'

/** Every app that there is; each names the code that it switches on. */
export const APPS: readonly App[] = [
  ...IMPORT_APPS,
  ...CRM_APPS,
  ...ENRICHER_APPS,
  ...MESSAGE_APPS,
  ...STORAGE_APPS,
]

/** The same id everywhere. */
export function toAppId({ slug }: Pick<App, 'slug'>): string {
  return derivedId('app', slug)
}

/** The app with this id or slug. Throws `app_not_found`, naming the nearest. */
export function getApp(idOrSlug: string): App {
  const app = APPS.find((own) => own.slug === idOrSlug || toAppId(own) === idOrSlug)
  if (app) return app
  const hint = didYouMean(
    idOrSlug,
    APPS.map(({ slug }) => slug),
  )
  throw new ApiError('app_not_found', `There is no app with this id or slug.${hint}`)
}

/** The app that switches a piece of code on; null where it is always on. */
export function findAppFor(kind: keyof SwitchedOn, name: string): App | null {
  return APPS.find(({ switchesOn }) => switchesOn[kind]?.includes(name)) ?? null
}
