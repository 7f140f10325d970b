import { Reply, route } from '../../../platform/route.ts'
import { ListQuery, sliceNewest } from '../../../platform/wire/list-query.ts'
import { Deleted, IdParams } from '../../../platform/wire/shapes.ts'
import { GrantList } from '../../records/people/grants/schemas.ts'
import { endOwnGrant, listOwnGrants } from './grants.ts'
import { markFactorShown } from '../../sessions/store.ts'
import { addGenerator, removeFactor, renewRecoveryCodes } from '../../users/account/factors.ts'
import { addPasskey, offerPasskey } from '../../users/account/passkeys.ts'
import { changeProfile, getProfile } from '../../users/account/profile.ts'
import { confirmOwnGenerator, endOwnSession, listOwnSessions, readMfa } from './account.ts'
import { readOwner, requireRecentOwner } from '../../sessions/signed-in.ts'
import {
  FactorCode,
  FactorName,
  OneCodes,
  OneGenerator,
  OneMadePasskey,
  OneMfa,
  OneOptions,
  OneProfile,
  OwnSessions,
  PasskeyCreate,
  ProfilePatch,
} from './schemas.ts'

/** Of the person of a session: it needs no scope, and a key has no person. */
const own = { isAdditive: true, isPersonal: true, isUserOnly: true } as const
const reads = { ...own, scope: 'settings:read' } as const
const writes = { ...own, scope: 'settings:write' } as const

const profileRoutes = [
  route({
    endpoint: 'GET /v1/user/profile',
    summary: 'Get the profile of who is signed in',
    ...reads,
    errors: ['session_expired'],
    shapes: { returns: OneProfile },
    handle: async (_, ctx) => {
      const { owner } = await readOwner(ctx)
      return { data: await getProfile(ctx, owner.id) }
    },
  }),
  route({
    endpoint: 'PATCH /v1/user/profile',
    summary: 'Change the own name or language',
    ...writes,
    errors: ['session_expired'],
    shapes: { body: ProfilePatch, returns: OneProfile },
    handle: async ({ body }, ctx) => {
      const { owner } = await readOwner(ctx)
      return { data: await changeProfile(ctx, owner.id, body) }
    },
  }),
]

const VERIFIED = ['session_expired', 'reauthentication_required'] as const

const mfaRoutes = [
  route({
    endpoint: 'GET /v1/user/mfa',
    summary: 'List the own factors, and how many recovery codes are left',
    ...reads,
    errors: ['session_expired'],
    shapes: { returns: OneMfa },
    handle: async (_, ctx) => ({ data: await readMfa(ctx) }),
  }),
  route({
    endpoint: 'POST /v1/user/mfa/totp',
    summary: 'Begin to add a generator of one-time codes; its secret is shown only here',
    description:
      'It counts from its first code on, which `POST /v1/user/mfa/totp/{id}/confirm` takes. One that was not confirmed gives way to the next.',
    ...writes,
    status: 201,
    errors: VERIFIED,
    shapes: { body: FactorName, returns: OneGenerator },
    handle: async ({ body: { name = 'Authenticator app' } }, ctx) => {
      const { owner } = await requireRecentOwner(ctx)
      return new Reply({ body: { data: await addGenerator(ctx, owner, name) } })
    },
  }),
  route({
    endpoint: 'POST /v1/user/mfa/totp/:id/confirm',
    summary: 'Confirm a generator by its first code; the first factor brings recovery codes',
    ...writes,
    errors: [...VERIFIED, 'factor_not_found', 'mfa_invalid'],
    shapes: { params: IdParams, body: FactorCode, returns: OneCodes },
    handle: async ({ params, body }, ctx) => ({
      data: { recoveryCodes: await confirmOwnGenerator(ctx, { ...params, ...body }) },
    }),
  }),
  route({
    endpoint: 'POST /v1/user/mfa/passkey/options',
    summary: 'What a browser needs to make a passkey',
    ...writes,
    errors: [...VERIFIED, 'passkeys_unavailable'],
    shapes: { returns: OneOptions },
    handle: async (_, ctx) => {
      const { owner } = await requireRecentOwner(ctx)
      const profile = await getProfile(ctx, owner.id)
      return { data: { options: await offerPasskey(ctx, profile) } }
    },
  }),
  route({
    endpoint: 'POST /v1/user/mfa/passkey',
    summary: 'Add the passkey that a browser has made; the first factor brings recovery codes',
    ...writes,
    status: 201,
    errors: [...VERIFIED, 'passkeys_unavailable'],
    shapes: { body: PasskeyCreate, returns: OneMadePasskey },
    handle: async ({ body: { name = 'Passkey', credential } }, ctx) => {
      const { owner, sessionId } = await requireRecentOwner(ctx)
      const data = await addPasskey(ctx, owner, { name, credential })
      await markFactorShown(ctx.db, sessionId)
      return new Reply({ body: { data } })
    },
  }),
  route({
    endpoint: 'POST /v1/user/mfa/recovery-codes',
    summary: 'Make ten new recovery codes, shown only here; those before open nothing',
    ...writes,
    status: 201,
    errors: VERIFIED,
    shapes: { returns: OneCodes },
    handle: async (_, ctx) => {
      const { owner } = await requireRecentOwner(ctx)
      return new Reply({ body: { data: { recoveryCodes: await renewRecoveryCodes(ctx, owner) } } })
    },
  }),
  route({
    endpoint: 'DELETE /v1/user/mfa/:id',
    summary: 'Remove a factor; the recovery codes go with the last one',
    ...writes,
    errors: [...VERIFIED, 'factor_not_found'],
    shapes: { params: IdParams, returns: Deleted },
    handle: async ({ params }, ctx) => {
      const { owner } = await requireRecentOwner(ctx)
      await removeFactor(ctx, owner, params.id)
      return { data: { id: params.id, deleted: true } }
    },
  }),
]

const ownSessionRoutes = [
  route({
    endpoint: 'GET /v1/user/sessions',
    summary: 'List where the person is signed in',
    ...reads,
    errors: ['session_expired'],
    shapes: { query: ListQuery({}), returns: OwnSessions },
    handle: async ({ query }, ctx) => sliceNewest(ctx, query, await listOwnSessions(ctx)),
  }),
  route({
    endpoint: 'DELETE /v1/user/sessions/:id',
    summary: 'End an own session, with its tokens, at once',
    ...writes,
    errors: ['session_expired', 'session_not_found'],
    shapes: { params: IdParams, returns: Deleted },
    handle: async ({ params }, ctx) => {
      await endOwnSession(ctx, params.id)
      return { data: { id: params.id, deleted: true } }
    },
  }),
]

const ownGrantRoutes = [
  route({
    endpoint: 'GET /v1/user/grants',
    summary: 'List the programs that act for the person in this organization',
    ...reads,
    errors: ['session_expired'],
    shapes: { query: ListQuery({}), returns: GrantList },
    handle: async ({ query }, ctx) => sliceNewest(ctx, query, await listOwnGrants(ctx)),
  }),
  route({
    endpoint: 'DELETE /v1/user/grants/:id',
    summary: 'End the access of a program, with its tokens, at once',
    ...writes,
    errors: ['session_expired', 'grant_not_found'],
    shapes: { params: IdParams, returns: Deleted },
    handle: async ({ params }, ctx) => {
      await endOwnGrant(ctx, params.id)
      return { data: { id: params.id, deleted: true } }
    },
  }),
]

export const accountRoutes = [
  ...profileRoutes,
  ...mfaRoutes,
  ...ownSessionRoutes,
  ...ownGrantRoutes,
]
