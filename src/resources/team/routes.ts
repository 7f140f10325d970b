import { Reply, route } from '../../platform/route.ts'
import { ListQuery, sliceNewest } from '../../platform/wire/list-query.ts'
import { Deleted, IdParams } from '../../platform/wire/shapes.ts'
import { listSessions } from '../sessions/store.ts'
import { endMemberGrant } from './grants.ts'
import { invite, withdrawInvitation } from './invitations.ts'
import { changeRole, getMember, removeMember } from './members.ts'
import {
  InvitationCreate,
  InvitationList,
  MemberList,
  MemberPatch,
  OneMadeInvitation,
  OneMember,
  SessionList,
} from './schemas.ts'
import { GrantList } from '../records/people/grants/schemas.ts'
import { listGrants } from '../records/people/grants/store.ts'
import { resetFactorsOfMember } from './reset-factors.ts'
import { endSession } from './sessions.ts'
import { listInvitations, listMembers } from './store.ts'

const Newest = ListQuery({})

/** Who can do this in one mode could make themselves a member of the other. */
const ofTeam = { isAdditive: true, isOfOrganization: true } as const

export const teamRoutes = [
  route({
    endpoint: 'GET /v1/team/members',
    summary: 'List the members of the organization',
    scope: 'team:read',
    ...ofTeam,
    shapes: { query: Newest, returns: MemberList },
    handle: async ({ query }, ctx) =>
      sliceNewest(ctx, query, await listMembers(ctx.db, ctx.environment.tenantId)),
  }),
  route({
    endpoint: 'GET /v1/team/members/:id',
    summary: 'Get a member',
    scope: 'team:read',
    ...ofTeam,
    errors: ['member_not_found'],
    shapes: { params: IdParams, returns: OneMember },
    handle: async ({ params }, ctx) => ({ data: await getMember(ctx, params.id) }),
  }),
  route({
    endpoint: 'PATCH /v1/team/members/:id',
    summary: 'Change the role of a member; what it allows changes at once',
    scope: 'team:write',
    ...ofTeam,
    errors: ['member_not_found', 'role_above_own', 'last_owner'],
    shapes: { params: IdParams, body: MemberPatch, returns: OneMember },
    handle: async ({ params, body }, ctx) => ({ data: await changeRole(ctx, params.id, body) }),
  }),
  route({
    endpoint: 'POST /v1/team/members/:id/reset-mfa',
    summary: 'Take every second factor from a member who has lost them',
    description:
      'Ends each session of the member, whom the password alone lets in until a factor is added. For who has shown a password or a factor within ten minutes.',
    scope: 'team:write',
    ...ofTeam,
    isUserOnly: true,
    errors: [
      'session_expired',
      'reauthentication_required',
      'member_not_found',
      'role_above_own',
      'member_elsewhere',
    ],
    shapes: { params: IdParams, returns: OneMember },
    handle: async ({ params }, ctx) => ({ data: await resetFactorsOfMember(ctx, params.id) }),
  }),
  route({
    endpoint: 'DELETE /v1/team/members/:id',
    summary: 'Remove a member from the organization; the account stays',
    scope: 'team:write',
    ...ofTeam,
    errors: ['member_not_found', 'role_above_own', 'last_owner'],
    shapes: { params: IdParams, returns: Deleted },
    handle: async ({ params }, ctx) => {
      await removeMember(ctx, params.id)
      return { data: { id: params.id, deleted: true } }
    },
  }),
  route({
    endpoint: 'POST /v1/team/invitations',
    summary: 'Invite somebody; the link is shown only once, and sent when mail can be',
    scope: 'team:write',
    status: 201,
    ...ofTeam,
    errors: ['already_member', 'role_above_own'],
    shapes: { body: InvitationCreate, returns: OneMadeInvitation },
    handle: async ({ body }, ctx) => new Reply({ body: { data: await invite(ctx, body) } }),
  }),
  route({
    endpoint: 'GET /v1/team/invitations',
    summary: 'List the invitations of the organization, newest first',
    scope: 'team:read',
    ...ofTeam,
    shapes: { query: Newest, returns: InvitationList },
    handle: async ({ query }, ctx) =>
      sliceNewest(ctx, query, await listInvitations(ctx.db, ctx.environment.tenantId)),
  }),
  route({
    endpoint: 'DELETE /v1/team/invitations/:id',
    summary: 'Withdraw an open invitation; its link opens nothing any more',
    scope: 'team:write',
    ...ofTeam,
    errors: ['invitation_not_found'],
    shapes: { params: IdParams, returns: Deleted },
    handle: async ({ params }, ctx) => {
      await withdrawInvitation(ctx, params.id)
      return { data: { id: params.id, deleted: true } }
    },
  }),
  route({
    endpoint: 'GET /v1/team/sessions',
    summary: 'List where the members are signed in',
    scope: 'team:read',
    ...ofTeam,
    shapes: { query: Newest, returns: SessionList },
    handle: async ({ query }, ctx) => {
      const { tenantId } = ctx.environment
      return sliceNewest(ctx, query, await listSessions(ctx.db, { userId: null, tenantId }))
    },
  }),
  route({
    endpoint: 'DELETE /v1/team/sessions/:id',
    summary: 'End the session of a member, with its tokens, at once',
    scope: 'team:write',
    ...ofTeam,
    errors: ['session_not_found', 'role_above_own'],
    shapes: { params: IdParams, returns: Deleted },
    handle: async ({ params }, ctx) => {
      await endSession(ctx, params.id)
      return { data: { id: params.id, deleted: true } }
    },
  }),
  route({
    endpoint: 'GET /v1/team/grants',
    summary: 'List the programs that act for the members',
    scope: 'team:read',
    ...ofTeam,
    shapes: { query: Newest, returns: GrantList },
    handle: async ({ query }, ctx) => {
      const { tenantId } = ctx.environment
      return sliceNewest(ctx, query, await listGrants(ctx.db, { tenantId, userId: null }))
    },
  }),
  route({
    endpoint: 'DELETE /v1/team/grants/:id',
    summary: 'End the access of a program that acts for a member, with its tokens, at once',
    scope: 'team:write',
    ...ofTeam,
    errors: ['grant_not_found', 'role_above_own'],
    shapes: { params: IdParams, returns: Deleted },
    handle: async ({ params }, ctx) => {
      await endMemberGrant(ctx, params.id)
      return { data: { id: params.id, deleted: true } }
    },
  }),
]
