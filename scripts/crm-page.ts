import { DEFAULT_MAP, nameField } from '../src/core/crm/default-map.ts'
import { PROVIDERS } from '../src/core/crm/providers.ts'
import { PULLED_SOURCES } from '../src/core/crm/pull.ts'
import { OVERWRITES } from '../src/core/crm/mapping.ts'
import { TRANSFORMS } from '../src/core/crm/transforms.ts'
import { code, table } from './markdown.ts'

const VENDORS = PROVIDERS.filter(({ baseUrl }) => baseUrl !== null)

/** The page about CRMs, from the lists of the code. */
export function crmLines(): string[] {
  return [
    'A CRM is connected with `POST /v1/crm-integrations`: provider, name, credentials. It proposes the',
    'map below; `POST …/test` reaches the CRM and names the fields that it lacks, `GET …/fields` lists',
    'what can be mapped, `POST …/preview` shows what a deal would write, `POST …/sync` writes it.',
    '',
    ...providerLines(),
    ...guaranteeLines(),
    '## The map of a new integration',
    '',
    'Fields of the CRM that are not its own are made there by an administrator; `POST …/test` names them.',
    'Statements, positions and files are written where `config.object_configs` has objects of these roles.',
    'In HubSpot a file is a note of its deal (`{"object": "notes", "role": "file"}`) with the file attached,',
    'which is private there; a map with files needs the scope `documents:read`.',
    '',
    table(
      ['role', 'value', 'transform', 'overwrite', ...VENDORS.map(({ label }) => label)],
      DEFAULT_MAP.map((row) => [
        row.role,
        code(row.source),
        row.transform ?? '',
        row.overwrite,
        ...VENDORS.map((facts) => {
          const name = facts.lacks.includes(row.role) ? null : nameField(facts, row)
          return name === null ? '' : code(name)
        }),
      ]),
    ),
  ]
}

function providerLines(): string[] {
  const rows = PROVIDERS.map((one) => [
    one.label,
    code(one.name),
    one.credentials.map((form) => form.map(code).join(', ') || 'none').join(' or '),
    one.baseUrl === null ? (one.name === 'csv' ? '' : '`config.base_url`') : code(one.baseUrl),
    String(one.batchMax),
    one.canPull ? 'yes' : '',
  ])
  return [
    '## Providers',
    '',
    table(
      ['CRM', 'name', 'credentials', 'address', 'records a call', 'can be taken over from'],
      rows,
    ),
    '',
    'Any other CRM is connected with `rest` (a call per record, by `config.rest`; credentials, if any:',
    '`bearer_token`, or `header_name` and `header_value`), `webhook` (a signed message per record) or `csv`',
    '(`GET …/file`). `config.base_url` can name another server, such as a proxy, in place of the',
    "vendor's. Pipedrive takes one object a call, and is searched for our key before one is made.",
    '',
    'The field of our key is `assay_id` in HubSpot, which the test makes; `Assay_Id__c` (external id,',
    'unique) in Salesforce and `Assay_Id` (unique) in Zoho, which an administrator makes; `Assay id` in',
    'Pipedrive, which the test makes.',
    '',
    'HubSpot in five lines:',
    '',
    '```',
    'curl $API/v1/crm-integrations -H "Authorization: Bearer $KEY" \\',
    '  --json \'{"provider": "hubspot", "name": "HubSpot", "credentials": {"access_token": "pat-na1-…"},',
    '       "config": {"trigger": "on_processed"}}\'',
    'curl -X POST $API/v1/crm-integrations/$ID/test -H "Authorization: Bearer $KEY"',
    'curl -X POST $API/v1/crm-integrations/$ID/sync -H "Authorization: Bearer $KEY" --json \'{"full": true}\'',
    '```',
    '',
  ]
}

function guaranteeLines(): string[] {
  return [
    '## What a sync keeps',
    '',
    '- Each object is known by its id in the CRM and by our key in it. A second sync of the same deal',
    '  calls nothing; a change writes the fields that changed.',
    '- A worker that is lost between a call and its record makes nothing twice.',
    '- A record that the CRM refuses is `failed` with the reason of the CRM and its field; the others are',
    '  written, and the sync is `partial`.',
    '- No call is made before the time that the CRM names in `Retry-After` is over, whoever makes it.',
    '- One sync at a time works for an integration, and one request at a time gets it a new token.',
    '- Deals of a trigger that come within two seconds are one sync, and so one call per object.',
    '- Statements and positions that the deal no longer has are archived in the CRM.',
    '- What is unknown is left out of a new object, and empties a field that `always` is written.',
    '- Credentials, tokens and what was written are sealed; lists of syncs name fields, not values.',
    '- Neither SSN nor date of birth can be mapped. The EIN is masked; mapping `entity.company.ein`',
    '  needs the scope `pii:read`.',
    '',
    `Transforms: ${TRANSFORMS.map(code).join(', ')}; ways to overwrite: ${OVERWRITES.map(code).join(', ')}.`,
    `What is taken over from a CRM can go to ${PULLED_SOURCES.map(code).join(', ')}.`,
    '',
  ]
}
