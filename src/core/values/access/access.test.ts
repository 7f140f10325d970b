import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isRoleWithin, ROLES, ROLE_SCOPES } from './roles.ts'
import { holdsScope, limitScopes, SCOPES } from './scopes.ts'

describe('the scopes of a role', () => {
  for (const role of ROLES) {
    test(`${role}: each is a scope that exists`, () => {
      for (const scope of ROLE_SCOPES[role]) assert.ok(SCOPES.includes(scope), scope)
    })
  }

  test('show identifiers of persons to who decides on deals, and to nobody else', () => {
    const open = ROLES.filter((role) => holdsScope(ROLE_SCOPES[role], 'pii:read'))
    assert.deepEqual(open, ['owner', 'admin', 'underwriter'])
  })

  test('let those who run the organization alone manage its people', () => {
    const managing = ROLES.filter((role) => holdsScope(ROLE_SCOPES[role], 'team:write'))
    assert.deepEqual(managing, ['owner', 'admin'])
  })
})

describe('requested scopes', () => {
  test('come to what the role has of them, and never to more', () => {
    const held = ROLE_SCOPES.analyst
    const requested = ['documents:read', 'documents:write', 'pii:read', 'transactions:write']
    assert.deepEqual(limitScopes(held, requested), ['documents:read', 'transactions:write'])
    assert.deepEqual(limitScopes(ROLE_SCOPES.broker, ['*']), ['broker:read', 'broker:write'])
    assert.deepEqual(limitScopes(['*'], ['usage:read', 'usage:read']), ['usage:read'])
  })
})

describe('a role', () => {
  test('is given by whoever has it or a more powerful one', () => {
    assert.equal(isRoleWithin('owner', 'admin'), false)
    assert.equal(isRoleWithin('admin', 'admin'), true)
    assert.equal(isRoleWithin('broker', 'owner'), true)
  })
})
