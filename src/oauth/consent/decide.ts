import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Client, Interaction, Provider } from 'oidc-provider'
import { ROLE_SCOPES } from '../../core/values/access/roles.ts'
import { limitScopes } from '../../core/values/access/scopes.ts'
import { audit } from '../../platform/audit.ts'
import { outside, type House, type Mode } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { readBrowser, refuseForeignOrigin } from '../../platform/http/connection/browser.ts'
import { insertGrant, type Account } from '../../resources/records/people/grants/store.ts'
import { html } from '../../resources/pages/html.ts'
import { betweenPage, pageHeaders, renderPage, type Page } from '../../resources/pages/layout.ts'
import { findSession } from '../../resources/sessions/session.ts'
import type { Session } from '../../resources/sessions/store.ts'
import { listMemberships, type Membership } from '../../resources/users/store.ts'
import { formatAccount } from '../account.ts'
import { readBody } from '../body.ts'
import { buildConsentPage, buildNoOrganizationPage, type Consent } from './page.ts'
import { listResources } from '../configuration.ts'
import { isDocumentAddress } from '../registration/documents.ts'
import { readRequested } from '../scopes.ts'
import { openOAuthServer } from '../server.ts'

interface Visit {
  house: House
  request: FastifyRequest
  response: ServerResponse
  provider: Provider
  interaction: Interaction
  client: Client
  session: Session
  consent: Consent
}

/** The page on which a person lets a program in, and what the person decides there. */
export async function handleConsent(
  house: House,
  request: FastifyRequest,
  response: ServerResponse,
): Promise<void> {
  const visit = await openVisit(house, request, response)
  if (visit === null) return
  const { consent } = visit
  const isEmpty = consent.organizations.length === 0
  if (request.method === 'POST') return decide(visit)
  show(visit, isEmpty ? buildNoOrganizationPage(consent) : buildConsentPage(consent))
}

/** Null when the response was sent: it is not open in this browser, or nobody is signed in. */
async function openVisit(
  house: House,
  request: FastifyRequest,
  response: ServerResponse,
): Promise<Visit | null> {
  const { provider } = await openOAuthServer(house)
  const page = (status: number, shown: Page): null => send(house, response, { status, page: shown })
  if (request.method !== 'GET' && request.method !== 'POST') return page(405, LOST)
  const interaction = await provider.interactionDetails(request.raw, response).catch(() => null)
  const clientId = String(interaction?.params.client_id)
  // A program's document may be gone meanwhile.
  const client = interaction && (await provider.Client.find(clientId).catch(() => undefined))
  const [path = ''] = request.url.split('?', 1)
  if (!interaction || !client || !path.endsWith(`/${interaction.uid}`)) return page(400, LOST)
  const session = await findSession(house, readBrowser(request, house.config.publicUrl))
  if (session === null || session.needsMfa) {
    const place = session === null ? '/sign-in' : '/sign-in/code'
    response.writeHead(303, { location: `${place}?next=${encodeURIComponent(path)}` }).end()
    return null
  }
  const organizations = await house.database.withSystem((db) => listMemberships(db, session.userId))
  const consent = describe({ interaction, client, session, organizations }, path)
  return { house, request, response, provider, interaction, client, session, consent }
}

const LOST: Page = {
  title: 'Start again',
  main: html`<h1>Start again in the program</h1>
    <div class="panel">
      <p>This request is no longer open in this browser. Connect the program once more.</p>
    </div>`,
}

function describe(
  parts: Pick<Visit, 'interaction' | 'client' | 'session'> & {
    organizations: readonly Membership[]
  },
  action: string,
): Consent {
  const { interaction, client, session, organizations } = parts
  const redirect = new URL(String(interaction.params.redirect_uri))
  return {
    action,
    clientName: client.clientName ?? redirect.host,
    describedAt: isDocumentAddress(client.clientId) ? new URL(client.clientId).host : null,
    redirectHost: redirect.host === '' ? redirect.protocol : redirect.host,
    isLocal: redirect.protocol !== 'https:',
    personName: session.name,
    organizations,
    scopes: readRequested(interaction.params.scope),
    fault: null,
  }
}

async function decide(visit: Visit): Promise<void> {
  const { house, request, consent } = visit
  try {
    refuseForeignOrigin(request, house.config.publicUrl)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return void send(house, visit.response, { status: 403, page: LOST })
  }
  const form = new URLSearchParams((await readBody(request.raw)) ?? '')
  if (consent.organizations.length === 0)
    return refuse(visit, 'The user belongs to no organization.')
  if (form.get('decision') !== 'allow') return refuse(visit, 'The user did not allow it.')
  const chosen = readChoice(consent, form)
  if (typeof chosen === 'string')
    return show(visit, buildConsentPage({ ...consent, fault: chosen }), 422)
  await grant(visit, chosen)
}

interface Choice {
  organization: Membership
  mode: Mode
  scopes: string[]
}

/** What the person chose; a sentence where it is not enough. */
function readChoice({ organizations, scopes }: Consent, form: URLSearchParams): Choice | string {
  const organization = organizations.find(({ tenantId }) => tenantId === form.get('tenant_id'))
  if (!organization) return 'Choose an organization.'
  const mode = form.get('mode')
  if (mode !== 'live' && mode !== 'test') return 'Choose live or test data.'
  const ticked = scopes.filter((scope) => form.getAll('scope').includes(scope))
  const given = limitScopes(ROLE_SCOPES[organization.role], ticked)
  if (given.length === 0) return 'Choose at least one right that your role has.'
  return { organization, mode, scopes: given }
}

async function grant(visit: Visit, { organization, mode, scopes }: Choice): Promise<void> {
  const { house, provider, client, interaction, session, consent } = visit
  const account = { userId: session.userId, tenantId: organization.tenantId, mode }
  const accountId = formatAccount(account)
  const made = new provider.Grant({ accountId, clientId: client.clientId })
  for (const resource of requestedResources(house, interaction)) {
    made.addResourceScope(resource, scopes.join(' '))
    const rest = consent.scopes.filter((scope) => !scopes.includes(scope))
    if (rest.length > 0) made.rejectResourceScope(resource, rest.join(' '))
  }
  made.addOIDCScope('offline_access')
  const id = await made.save()
  const isMade = await record(visit, { id, account, scopes, organization })
  if (!isMade) return refuse(visit, 'The user is no member of the organization any more.')
  await finish(visit, { login: { accountId, remember: false }, consent: { grantId: id } })
}

function requestedResources({ config }: House, { params }: Interaction): string[] {
  const known = listResources(config.publicUrl)
  const given = [params.resource ?? []].flat()
  const own = known.filter((resource) => given.includes(resource))
  return own.length > 0 ? own : known.slice(0, 1)
}

/** The grant as the person and the organization see it, with its entry in the audit log. */
async function record(
  { house, client, session, consent, request }: Visit,
  made: { id: string; account: Account; scopes: string[]; organization: Membership },
): Promise<boolean> {
  const { account, organization } = made
  const environmentId = account.mode === 'live' ? organization.liveId : organization.testId
  const { userAgent } = readBrowser(request, house.config.publicUrl)
  const base = outside({
    house,
    requestId: request.id,
    environment: { id: environmentId, tenantId: account.tenantId, mode: account.mode },
    actor: {
      type: 'user',
      id: session.userId,
      userId: session.userId,
      credential: { kind: 'session', id: session.id },
      name: session.name,
      keyHint: null,
      scopes: [],
      ip: request.ip,
      userAgent,
    },
  })
  return base.transaction(async (ctx) => {
    const isMade = await insertGrant(ctx.db, {
      ...account,
      id: made.id,
      clientId: client.clientId,
      clientName: consent.clientName,
      redirectHost: consent.redirectHost,
      scopes: made.scopes,
      sessionId: session.id,
    })
    if (!isMade) return false
    const summary = `${consent.clientName} may act for ${session.name}: ${made.scopes.join(' ')}`
    await audit(ctx, { action: 'created', resourceType: 'grant', resourceId: made.id, summary })
    return true
  })
}

function refuse(visit: Visit, text: string): Promise<void> {
  return finish(visit, { error: 'access_denied', error_description: text })
}

async function finish(
  { house, request, response, provider }: Visit,
  result: object,
): Promise<void> {
  const options = { mergeWithLastSubmission: false }
  const location = await provider.interactionResult(request.raw, response, result, options)
  send(house, response, { status: 200, page: betweenPage(location, 'Going back to the program') })
}

function show({ house, response }: Visit, page: Page, status = 200): void {
  send(house, response, { status, page })
}

function send(
  { config }: House,
  response: ServerResponse,
  { status, page }: { status: number; page: Page },
): null {
  response.writeHead(status, {
    ...pageHeaders(config.publicUrl),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  })
  response.end(renderPage(page))
  return null
}
