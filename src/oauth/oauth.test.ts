import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import { describeProgram, nameDocument, startDocuments } from '../../test/oauth-documents.ts'
import { createCaller, type TestTenant } from '../../test/context.ts'
import {
  consent,
  openOAuthHouse,
  redeem,
  REDIRECT,
  registerClient,
  signInBrowser,
  startAuthorization,
  type OAuthHouse,
} from '../../test/oauth-house.ts'

describe('the OAuth server', () => {
  let house: OAuthHouse
  let tenant: TestTenant
  before(async () => {
    house = await openOAuthHouse()
    tenant = await house.tenant()
  })
  after(() => house.close())

  test('names in its metadata what it offers, and nothing else', async () => {
    const response = await fetch(`${house.base}/.well-known/oauth-authorization-server`)
    const { scopes_supported: scopes, ...metadata } = (await response.json()) as any
    assert.deepEqual(metadata, {
      issuer: house.base,
      authorization_endpoint: `${house.base}/oauth/authorize`,
      token_endpoint: `${house.base}/oauth/token`,
      registration_endpoint: `${house.base}/oauth/register`,
      revocation_endpoint: `${house.base}/oauth/revoke`,
      introspection_endpoint: `${house.base}/oauth/introspect`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    })
    assert.ok(scopes.includes('submissions:read') && scopes.includes('offline_access'))
    assert.ok(!scopes.includes('*') && !scopes.includes('openid'))
  })

  test('is named by the API whose tokens it issues', async () => {
    const response = await fetch(`${house.base}/.well-known/oauth-protected-resource`)
    assert.deepEqual(await response.json(), {
      resource: house.base,
      authorization_servers: [house.base],
      bearer_methods_supported: ['header'],
    })
  })

  test('lets a program in: discovery, registration, consent, call, refresh, revocation', async () => {
    const browser = await signInBrowser(house, tenant, 'underwriter')
    const config = await registerClient(house)
    const started = await startAuthorization(config)
    const back = await consent(browser, started)
    assert.equal(back.searchParams.get('iss'), house.base)
    const tokens = await redeem(started, back)
    assert.match(tokens.access_token, /^sat_test_[0-9A-Za-z]{49}$/)
    assert.equal(tokens.expires_in, 3600)
    assert.deepEqual(tokens.scope?.split(' '), ['submissions:read', 'submissions:write'])
    const caller = createCaller(house.app, tokens.access_token)
    assert.equal((await caller.post('/v1/submissions', { name: 'By a program' })).status, 201)
    assert.equal((await caller.get('/v1/api-keys')).status, 403)
    const renewed = await client.refreshTokenGrant(config, tokens.refresh_token!)
    assert.notEqual(renewed.refresh_token, tokens.refresh_token)
    const again = createCaller(house.app, renewed.access_token)
    assert.equal((await again.get('/v1/submissions')).status, 200)
    await client.tokenRevocation(config, renewed.refresh_token!)
    for (const one of [caller, again])
      assert.equal((await one.get('/v1/submissions')).body.error.code, 'revoked_access_token')
  })

  test('lets in a program of another library, with a secret of its own', async () => {
    const plain = { [oauth.allowInsecureRequests]: true }
    const issuer = new URL(house.base)
    const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...plain })
    const server = await oauth.processDiscoveryResponse(issuer, found)
    const metadata = {
      client_name: 'A server',
      redirect_uris: ['http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'client_secret_basic',
    }
    const registered = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(server, metadata, plain),
    )
    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()]
    const url = new URL(server.authorization_endpoint!)
    url.search = new URLSearchParams({
      client_id: registered.client_id,
      redirect_uri: REDIRECT,
      response_type: 'code',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      resource: `${house.base}/mcp`,
    }).toString()
    const back = await consent(await signInBrowser(house, tenant, 'analyst'), { url })
    const parameters = oauth.validateAuthResponse(server, registered, back, state)
    const secret = oauth.ClientSecretBasic(registered.client_secret as string)
    const response = await oauth.authorizationCodeGrantRequest(
      server, registered, secret, parameters, REDIRECT, verifier, plain) // prettier-ignore
    const tokens = await oauth.processAuthorizationCodeResponse(server, registered, response)
    assert.equal(
      tokens.scope,
      'submissions:read documents:read transactions:read analytics:read',
      'a program that requests nothing gets the usual',
    )
    const caller = createCaller(house.app, tokens.access_token)
    assert.equal((await caller.get('/v1/submissions')).status, 200)
  })

  test('lets in a program that describes itself, and shows who does', async () => {
    const documents = await startDocuments()
    try {
      const id = nameDocument(documents)
      documents.behave({ body: describeProgram(id) })
      const browser = await signInBrowser(house, tenant, 'underwriter')
      const server = await client.discovery(new URL(house.base), id, undefined, client.None(), {
        execute: [client.allowInsecureRequests],
        algorithm: 'oauth2',
      })
      const started = await startAuthorization(server)
      const shown = (await browser.open(started.url.href)).text
      assert.match(shown, /<strong>127\.0\.0\.1:\d+<\/strong> describes it/)
      const again = await startAuthorization(server)
      const tokens = await redeem(again, await consent(browser, again))
      const caller = createCaller(house.app, tokens.access_token)
      assert.equal((await caller.get('/v1/submissions')).status, 200)
      const renewed = await client.refreshTokenGrant(server, tokens.refresh_token!)
      assert.match(renewed.access_token, /^sat_test_/)
      assert.equal(documents.received.length, 1, 'the document is known for some minutes')
    } finally {
      documents.close()
    }
  })

  test('shows why a program that describes itself is not let in', async () => {
    const documents = await startDocuments()
    try {
      const id = nameDocument(documents)
      documents.behave({ status: 404 })
      const query = new URLSearchParams({ client_id: id, response_type: 'code' })
      const page = await fetch(`${house.base}/oauth/authorize?${query.toString()}`, {
        headers: { accept: 'text/html' },
      })
      assert.equal(page.status, 400)
      assert.match(await page.text(), /its document came with status 404, not 200/)
    } finally {
      documents.close()
    }
  })

  test('ends everything of a grant when a refresh token comes twice', async () => {
    const browser = await signInBrowser(house, tenant, 'underwriter')
    const config = await registerClient(house)
    const started = await startAuthorization(config)
    const tokens = await redeem(started, await consent(browser, started))
    const renewed = await client.refreshTokenGrant(config, tokens.refresh_token!)
    await assert.rejects(client.refreshTokenGrant(config, tokens.refresh_token!), {
      error: 'invalid_grant',
    })
    await assert.rejects(client.refreshTokenGrant(config, renewed.refresh_token!))
    const { body } = await createCaller(house.app, renewed.access_token).get('/v1/submissions')
    assert.equal(body.error.code, 'revoked_access_token')
  })
})
