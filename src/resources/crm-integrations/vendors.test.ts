import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Client } from '@hubspot/api-client'
import jsforce from 'jsforce'
import * as pipedriveV1 from 'pipedrive/v1'
import * as pipedriveV2 from 'pipedrive/v2'
import { openHubspot } from '../../../fixtures/crm/hubspot.ts'
import { openPipedrive, toHash } from '../../../fixtures/crm/pipedrive.ts'
import { openSalesforce } from '../../../fixtures/crm/salesforce.ts'
import type { FakeCrm } from '../../../fixtures/crm/server.ts'

/** A fake that the client of its vendor cannot use would prove nothing. */
suite('the client of a vendor makes the same calls to its fake as we do', () => {
  async function using(open: () => Promise<FakeCrm>, work: (crm: FakeCrm) => Promise<void>) {
    const crm = await open()
    try {
      await work(crm)
    } finally {
      await crm.close()
    }
  }

  test('@hubspot/api-client', () =>
    using(openHubspot, async (crm) => {
      const oauth = new Client({ basePath: crm.url }).oauth.tokensApi
      const given = await oauth.create('refresh_token', undefined, undefined, 'id', 's', 'refresh')
      const client = new Client({ basePath: crm.url, accessToken: given.accessToken })
      const { objects, properties, associations } = client.crm
      await properties.groupsApi.create('deals', { name: 'assay', label: 'Assay' })
      const key = { name: 'assay_id', label: 'Assay id', groupName: 'assay', hasUniqueValue: true }
      // Its types name these by enums that no entry point exports.
      const property = { ...key, type: 'string', fieldType: 'text' } as unknown
      await properties.coreApi.create('deals', property as Parameters<typeof properties.coreApi.create>[1]) // prettier-ignore
      const names = (await properties.coreApi.getAll('deals')).results.map(({ name }) => name)
      assert.ok(names.includes('assay_id'))

      const input = { id: 'k1', idProperty: 'assay_id', properties: { assay_id: 'k1', dealname: 'Cafe' } } // prettier-ignore
      const made = await objects.batchApi.upsert('deals', { inputs: [input] })
      const { id } = made.results[0]!
      assert.deepEqual((await objects.batchApi.upsert('deals', { inputs: [input] })).results[0]!.id, id) // prettier-ignore
      const wanted = { idProperty: 'assay_id', properties: ['dealname'], propertiesWithHistory: [] }
      const read = await objects.batchApi.read('deals', { ...wanted, inputs: [{ id: 'k1' }] })
      assert.equal(read.results[0]!.properties.dealname, 'Cafe')
      const found = await objects.searchApi.doSearch('deals', { filterGroups: [], sorts: ['hs_lastmodifieddate'], properties: ['dealname'], limit: 100, after: '0' }) // prettier-ignore
      assert.deepEqual([found.total, found.results[0]!.id], [1, id])
      await associations.v4.batchApi.createDefault('deals', 'companies', { inputs: [{ _from: { id }, to: { id: '9' } }] }) // prettier-ignore
      assert.deepEqual(crm.associations, [{ from: id, to: '9' }])
      const options = { access: 'PRIVATE', overwrite: false, duplicateValidationStrategy: 'RETURN_EXISTING', duplicateValidationScope: 'EXACT_FOLDER' } // prettier-ignore
      const file = { data: Buffer.from('%PDF-1.7'), name: 'july.pdf' }
      const upload = () => client.files.filesApi.upload(file, undefined, '/assay/d', 'july.pdf', undefined, JSON.stringify(options)) // prettier-ignore
      assert.equal((await upload()).id, (await upload()).id)
      await objects.batchApi.archive('deals', { inputs: [{ id }] })
      assert.deepEqual(crm.list('deals'), [])
    }))

  test('jsforce', () =>
    using(
      () => openSalesforce(),
      async (crm) => {
        const oauth2 = new jsforce.OAuth2({ loginUrl: crm.url, clientId: 'id', clientSecret: 's', redirectUri: 'x' }) // prettier-ignore
        const { access_token: accessToken } = await oauth2.refreshToken('refresh')
        const conn = new jsforce.Connection({ instanceUrl: crm.url, accessToken, version: '61.0' })
        const { fields } = await conn.sobject('Account').describe()
        assert.ok(fields.some(({ name }) => name === 'Assay_Id__c'))
        const records = [
          { Assay_Id__c: 'k1', Name: 'Cafe' },
          { Assay_Id__c: 'k2', Name: 'Diner' },
        ]
        const upsert = () => conn.sobject('Account').upsert(records, 'Assay_Id__c')
        const [first, second] = [await upsert(), await upsert()]
        assert.deepEqual(first.map(({ success }) => success), [true, true]) // prettier-ignore
        assert.deepEqual(second.map(({ id }) => id), first.map(({ id }) => id)) // prettier-ignore
        crm.refused = /Diner/
        const [, refused] = await upsert()
        assert.equal(refused!.success, false)
        const soql = `SELECT Id, Name FROM Account WHERE Assay_Id__c IN ('k1')`
        const found = await conn.query<{ Name: string }>(soql)
        assert.deepEqual(found.records.map(({ Name }) => Name), ['Cafe']) // prettier-ignore
        await conn.sobject('Account').destroy(first.map(({ id }) => id!))
        assert.deepEqual(crm.list('Account'), [])
      },
    ))

  test('pipedrive', () =>
    using(
      () => openPipedrive([]),
      async (crm) => {
        const v1 = new pipedriveV1.Configuration({ apiKey: 'pipe-fixed', basePath: `${crm.url}/api/v1` }) // prettier-ignore
        const v2 = new pipedriveV2.Configuration({ apiKey: 'pipe-fixed', basePath: `${crm.url}/api/v2` }) // prettier-ignore
        const fields = new pipedriveV1.DealFieldsApi(v1)
        await fields.addDealField({ CreateFieldRequest: { name: 'Assay id', field_type: 'varchar' } }) // prettier-ignore
        const key = toHash('Assay id')
        assert.ok((await fields.getDealFields()).data!.some((one) => one.key === key))
        const deals = new pipedriveV2.DealsApi(v2)
        const made = await deals.addDeal({ AddDealRequest: { title: 'Cafe', custom_fields: { [key]: 'k1' } } }) // prettier-ignore
        const id = made.data!.id!
        const hits = await deals.searchDeals({ term: 'k1', fields: 'custom_fields', exact_match: true }) // prettier-ignore
        assert.equal(hits.data!.items![0]!.item!.id, id)
        await deals.updateDeal({ id, UpdateDealRequest: { title: 'Diner' } })
        const listed = await deals.getDeals({ ids: String(id) })
        assert.equal(listed.data![0]!.title, 'Diner')
        await deals.deleteDeal({ id })
        assert.deepEqual(crm.list('deals'), [])
      },
    ))
})
