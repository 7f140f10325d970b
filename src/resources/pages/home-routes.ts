import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import { outside, type OutsideContext, type RequestContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { getPath, outsideRoute, Reply, route, type Route } from '../../platform/route.ts'
import { Fields } from '../../platform/wire/shapes.ts'
import { VERSION } from '../../version.ts'
import { createSampleDeal } from '../sandbox/deals/create.ts'
import { listSamples } from '../sandbox/deals/samples.ts'
import { findSession, requireSession } from '../sessions/session.ts'
import { chooseTenant, type Session } from '../sessions/store.ts'
import { readFirstKeys } from '../tenants/first-keys.ts'
import { findEnvironment } from '../tenants/store.ts'
import { hasOwner, listMemberships } from '../users/store.ts'
import { formHtml, noticeHtml } from './form.ts'
import { html } from './html.ts'
import { DESK, leadOn, redirect, safeNext } from './layout.ts'
import { inOwnName } from './own-name.ts'
import { formRoute, need, pageRoute, type Show, type Visit } from './page-route.ts'

/** Where a program that opens the address finds the rest. */
const LINKS = {
  name: 'Assay',
  version: VERSION,
  links: {
    api: '/v1',
    docs: '/docs',
    reference: '/docs/reference',
    openapi: '/openapi.json',
    health: '/health/ready',
    sign_in: '/sign-in',
  },
}

const home = outsideRoute({
  endpoint: 'GET /',
  summary: 'The way to setup, sign-in or the account; links as JSON for programs',
  scope: null,
  cost: 'none',
  produces: 'binary',
  browser: 'page',
  isAdditive: true,
  shapes: {},
  handle: async ({ browser }, { house }) => {
    if (!browser!.wantsPage) return new Reply({ json: JSON.stringify({ data: LINKS }) })
    const session = await findSession(house, browser!)
    if (session !== null) return redirect(session.needsMfa ? '/sign-in/code' : DESK)
    return redirect((await house.database.withSystem(hasOwner)) ? '/sign-in' : '/setup')
  },
})

const showOrganizations: Show = async (visit) => {
  const { house } = visit.ctx
  const session = await requireSession(house, visit.browser)
  const memberships = await house.database.withSystem((db) => listMemberships(db, session.userId))
  const next = safeNext(visit.given.next, DESK)
  const choices = memberships.map(({ tenantId, tenantName, role }) => {
    const fields = [
      { name: 'tenant', label: '', type: 'hidden', value: tenantId },
      { name: 'next', label: '', type: 'hidden', value: next },
    ] as const
    const submit = tenantId === session.tenantId ? 'Stay here' : 'Choose'
    const form = formHtml({ action: '/organizations', fields, submit, kind: 'quiet' })
    return html`<li class="row">
      <div>
        ${tenantName}
        <div class="meta">${role}</div>
      </div>
      ${form}
    </li>`
  })
  return {
    title: 'Organizations',
    name: session.name,
    main: html`<h1>Choose an organization</h1>
      <div class="panel">
        ${
          choices.length > 0
            ? html`<ul class="rows">
                ${choices}
              </ul>`
            : html`<p>
                You belong to no organization. Have an owner of one send you an invitation.
              </p>`
        }
      </div>`,
  }
}

const chooseForm = formRoute('POST /organizations', 'Choose the organization to work in', {
  fields: ['tenant', 'next'],
  errors: ['session_expired', 'mfa_required', 'no_organization'],
  show: showOrganizations,
  act: async (visit) => {
    const { house } = visit.ctx
    const session = await requireSession(house, visit.browser)
    const wanted = need(visit, 'tenant')
    await house.database.withSystem(async (db) => {
      const memberships = await listMemberships(db, session.userId)
      const found = memberships.find(({ tenantId }) => tenantId === wanted)
      if (found === undefined) throw new ApiError('no_organization')
      await chooseTenant(db, { id: session.id, tenantId: found.tenantId, mode: 'test' })
    })
    return leadOn(house.config.publicUrl, safeNext(visit.given.next, DESK))
  },
})

/** What a new owner needs first: a key, and deals to look at. */
const showWelcome: Show = async (visit) => {
  const session = await requireOwner(visit)
  const keys = readFirstKeys(visit.ctx.house.config)
  const testKey = keys?.tenant_id === session.tenantId ? keys?.test_key : undefined
  const samples = await listSamples()
  const loaded = visit.given.loaded
  return {
    title: 'Welcome',
    name: session.name,
    isWide: true,
    main: html`<h1>${session.tenantName} is set up</h1>
      <p class="lead">You are its owner. Two things to begin with:</p>
      ${loaded && noticeHtml(`${loaded} sample deals are being read. They are in the test mode, where nothing is sent to anybody.`)}
      ${loaded && html`<p><a class="button primary" href="/deals">Open the deals</a></p>`}
      <section class="panel">
        <h2>Sample deals</h2>
        <p>
          ${samples.length} deals with statements of invented companies, in the test mode: clean
          ones, stacked positions, a tampered file, a missing month. Loading takes some seconds.
        </p>
        ${!loaded && formHtml({ action: '/welcome/samples', fields: [], submit: 'Load the sample deals' })}
      </section>
      ${
        testKey &&
        html`<section class="panel">
          <h2>Test key</h2>
          <p>For programs. It opens the test mode alone.</p>
          <code class="code" id="test-key">${testKey}</code>
        </section>`
      }
      <p class="links">
        ${!loaded && html`<a href="/deals">Open the deals</a>`}
        <a href="/account">Go to your account</a>
        <a href="/docs/quickstart">Read the quickstart</a>
      </p>`,
  }
}

async function requireOwner({ ctx, browser }: Visit): Promise<Session> {
  const session = await requireSession(ctx.house, browser)
  if (session.role !== 'owner') throw new ApiError('role_above_own')
  return session
}

const samplesForm = formRoute('POST /welcome/samples', 'Load the sample deals', {
  fields: [],
  errors: ['session_expired', 'mfa_required', 'no_organization', 'role_above_own'],
  show: showWelcome,
  act: async (visit) => {
    const session = await requireOwner(visit)
    const ctx = await inTestMode(visit, session)
    const samples = await listSamples()
    for (const { name } of samples) await loadOnce(ctx, name)
    return redirect(`/welcome?loaded=${samples.length}`)
  },
})

async function inTestMode(visit: Visit, session: Session): Promise<OutsideContext> {
  const own = inOwnName(visit, session)
  const { tenantId } = own.environment
  const id = await findEnvironment(own.house.database, { tenantId, mode: 'test' })
  return outside({ ...own, environment: { id: id!, tenantId, mode: 'test' } })
}

/** A sample that is there already stays the only one of its kind. */
async function loadOnce(ctx: OutsideContext, sample: string): Promise<void> {
  const own: RequestContext = { ...ctx, commit: (work) => ctx.transaction(work) }
  try {
    await createSampleDeal(own, { sample, externalId: `sample-${sample}` })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'external_id_exists') throw error
  }
}

/** Styles and scripts of the pages, read once. */
function asset(endpoint: string, contentType: string): Route {
  const path = `.${getPath({ endpoint })}`
  const body = readFileSync(new URL(path, import.meta.url))
  return route({
    endpoint,
    summary: 'A part of the pages',
    scope: null,
    cost: 'none',
    produces: 'binary',
    browser: 'page',
    isAdditive: true,
    // The version in the address makes browsers read it anew after an upgrade.
    shapes: { query: Fields({ v: Type.Optional(Type.String({ maxLength: 40 })) }) },
    handle: async () =>
      new Reply({
        headers: { 'cache-control': 'public, max-age=86400' },
        download: { contentType, filename: null, disposition: 'inline', body },
      }),
  })
}

export const homeRoutes = [
  home,
  pageRoute('GET /organizations', 'The organizations of who is signed in', {
    show: showOrganizations,
    query: ['next'],
    errors: ['session_expired', 'mfa_required'],
  }),
  chooseForm,
  pageRoute('GET /welcome', 'The first page of a new owner', {
    show: showWelcome,
    query: ['loaded'],
    errors: ['session_expired', 'mfa_required', 'role_above_own'],
  }),
  samplesForm,
  asset('GET /assets/pages.css', 'text/css; charset=utf-8'),
  asset('GET /assets/link.js', 'text/javascript; charset=utf-8'),
  asset('GET /assets/passkeys.js', 'text/javascript; charset=utf-8'),
  asset('GET /assets/upload.js', 'text/javascript; charset=utf-8'),
]
