import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { ROLES, ROLE_SCOPES, type Role } from '../../src/core/values/access/roles.ts'
import { holdsScope } from '../../src/core/values/access/scopes.ts'
import type { Route } from '../../src/platform/route.ts'
import { ROUTES } from '../../src/resources/index.ts'
import { useTestHouse, type Caller, type TestTenant } from '../context.ts'
import type { Records } from '../factories.ts'
import { callAs, signIn } from '../people.ts'
import {
  callerFor,
  idRoutes,
  isWrite,
  listNouns,
  makeCall,
  makeRecords,
  send,
  unknownRecords,
  withoutRequest,
  type Call,
} from './walk.ts'

const KEYED = ROUTES.filter((declared) => declared.scope !== null)

describe('a person’s token', () => {
  const house = useTestHouse({}, { worker: false })
  let owner: TestTenant
  /** Of the owner's organization, by role and mode. */
  const callers = new Map<string, Caller>()
  /** Of another organization, by role. */
  const strangers = new Map<Role, Caller>()

  before(async () => {
    owner = await house.tenant()
    const other = await house.tenant()
    for (const role of ROLES) {
      const person = await signIn(house, owner, role)
      for (const mode of ['live', 'test'] as const)
        callers.set(`${role} ${mode}`, await callAs(house, person, { mode }))
      strangers.set(role, await callAs(house, await signIn(house, other, role)))
    }
  })

  for (const declared of KEYED) {
    test(`${declared.endpoint}: is served to the roles that have its scope, and refused to the others`, async () => {
      for (const role of ROLES) {
        const caller = callers.get(`${role} ${declared.isTestOnly ? 'test' : 'live'}`)!
        const { status, body } = await send(caller, await callFor(declared, role))
        const where = `${role}: ${status} ${body?.error?.code}`
        if (isServed(declared, role)) assert.ok(status !== 401 && status !== 403, where)
        else assert.deepEqual([status, body.error.code], [403, 'insufficient_scope'], where)
      }
    })
  }

  for (const [at, declared] of idRoutes().entries()) {
    test(`${declared.endpoint}: another organization’s people see what is not there`, async () => {
      const records = await sharedRecords(declared)
      const call = await makeCall(callerFor(owner, declared), declared, records)
      // The roles take turns: what is another's is hidden before a role is looked at.
      const served = ROLES.filter((role) => isServed(declared, role))
      const role = served[at % served.length]!
      const caller = strangers.get(role)!
      const response = await send(caller, call)
      assert.equal(response.status, 404, `${role} is shown it`)
      const nowhere = { ...call, records: unknownRecords(declared) }
      assert.deepEqual(withoutRequest(response), withoutRequest(await send(caller, nowhere)))
    })
  }

  /** What is only read keeps its records; a role without the right is refused on any. */
  async function callFor(declared: Route, role: Role): Promise<Call> {
    if (!isServed(declared, role)) return { declared, records: unknownRecords(declared), body: {} }
    const caller = callerFor(owner, declared)
    if (isWrite(declared) && role !== 'owner')
      return { declared, records: unknownRecords(declared), body: {} }
    return makeCall(caller, declared, isWrite(declared) ? undefined : await sharedRecords(declared))
  }

  const shared = new Map<string, Promise<Records>>()

  function sharedRecords(declared: Route): Promise<Records> {
    const name = `${listNouns(declared).join(' ')} ${declared.isTestOnly} ${declared.isUserOnly}`
    const known = shared.get(name) ?? makeRecords(callerFor(owner, declared), declared)
    shared.set(name, known)
    return known
  }
})

function isServed({ scope, isPersonal }: Route, role: Role): boolean {
  return isPersonal === true || holdsScope(ROLE_SCOPES[role], scope!)
}
