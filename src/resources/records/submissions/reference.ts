import { Type, type TObject, type TSchema } from 'typebox'
import { getPath, type Route } from '../../../platform/route.ts'
import { NamedId } from '../../../platform/wire/ids/named-id.ts'
import { findIdByExternalId } from './store.ts'

const SubmissionRef = NamedId('ext:', {
  description: 'The id of a submission, or ext: and your external_id of it.',
  find: findIdByExternalId,
})

/**
 * A route that takes `ext:` and an external id wherever its address or its query has the id of a
 * submission: behind `/v1/submissions/`, and as `submission_id`.
 */
export function withSubmissionRefs(declared: Route): Route {
  const { params, query } = declared.shapes
  // `id` of `/v1/submissions/:id/status`
  const name = /^\/v1\/submissions\/:(\w+)/.exec(getPath(declared))?.[1]
  const isFilter = query !== undefined && 'submission_id' in (query as TObject).properties
  const shapes = {
    ...declared.shapes,
    ...(name !== undefined && { params: replace(params!, { [name]: SubmissionRef }) }),
    ...(isFilter && { query: replace(query, { submission_id: Type.Optional(SubmissionRef) }) }),
  }
  return { ...declared, shapes }
}

function replace(schema: TSchema, replaced: Record<string, TSchema>): TSchema {
  const { properties } = schema as TObject
  // The library keeps its own marks in properties that are not listed.
  const own = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema))
  return Object.assign(own, { properties: { ...properties, ...replaced } }) as TSchema
}
