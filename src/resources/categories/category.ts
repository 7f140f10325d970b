import { CATEGORIES, findCategory } from '../../core/values/categories.ts'
import { nearest } from '../../core/values/text.ts'
import { ApiError } from '../../platform/errors/api-error.ts'

const ROOTS: readonly string[] = [...new Set(CATEGORIES.map(({ parentSlug }) => parentSlug))]
const SLUGS: readonly string[] = CATEGORIES.map(({ slug }) => slug)

/** Throws `invalid_category` with the nearest slug. */
export function requireCategory(slug: string, param: string): void {
  if (findCategory(slug) === null) throw unknownCategory(slug, param, SLUGS)
}

/** The same where a root is allowed too. */
export function requireCategoryOrRoot(name: string, param: string): void {
  if (ROOTS.includes(name) || findCategory(name) !== null) return
  throw unknownCategory(name, param, [...SLUGS, ...ROOTS])
}

function unknownCategory(name: string, param: string, known: readonly string[]): ApiError {
  const near = nearest(name, known)
  const hint = near === null ? '' : ` Did you mean ${near}?`
  const message = `There is no category ${name.slice(0, 64)}.${hint}`
  return new ApiError('invalid_category', message, { param })
}
