import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as client from 'openid-client'
import { createCaller, type TestTenant } from '../../test/context.ts'
import {
  consent,
  openOAuthHouse,
  redeem,
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
    })
    assert.ok(scopes.includes('submissions:read') && scopes.includes('offline_access'))
    assert.ok(!scopes.includes('*') && !scopes.includes('openid'))
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
