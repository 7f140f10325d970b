import { PROVIDERS } from '../src/core/providers/index.ts'
import { FILE_FORMATS, ImportOptions } from '../src/resources/imports/schemas.ts'
import { linkLines } from './links-page.ts'
import { code, table } from './markdown.ts'

/** The lines of docs/providers.md. */
export function providerLines(): string[] {
  const rows = PROVIDERS.map(({ name, title, payloads, route }) => [
    title,
    code(name),
    payloads,
    route === null ? '' : code(`POST /v1/submissions/:id/${route}`),
  ])
  return [
    'What these providers return is imported as it came: accounts, transactions, periods with their',
    'balances, signals. Each is taken by `POST /v1/integrations/import` with `submission_id`,',
    '`provider` and `payload`; some have an address of their own, whose body is the payload itself or',
    '`{payload, options}` (asset reports of Plaid also by `provider-a-assets`). The same JSON uploaded',
    'as a document gives the same rows as with `include_pending`: pending ones are kept, and marked.',
    '',
    table(['provider', 'name', 'what is read', 'own address'], rows),
    '',
    `Files of bank standards are read as uploads are: ${FILE_FORMATS.map(code).join(', ')}, as multipart or`,
    'as `content_base64` with `filename`.',
    '',
    '## What an import keeps',
    '',
    "- Rows are kept by the provider's ids. The same payload twice, its pages in any order, and halves",
    '  of it give the same rows; without ids, equal rows of an account and a day are counted.',
    '- Amounts are read from the digits of the payload. Inflow is positive, whatever the provider writes.',
    '- Pending rows are left out until they are booked, unless `include_pending`; the booked one takes',
    '  the place of the pending one. What the provider takes back is deleted, and stays so.',
    '- A row that the provider changes keeps what people corrected.',
    '- Periods with balances reconcile with the rows of the payload, or their document is',
    '  `review_required`. A daily balance that the rows do not come to is the anomaly `source_conflict`.',
    "- The provider's category is one layer among others: what we know for sure wins.",
    '- Its signals stand with those of the document, under the group `provider`, and weigh nothing.',
    '- A row that cannot be used is in `errors` with its JSON pointer; the others are kept. A payload',
    '  without anything to keep is 422 `provider_payload_invalid`.',
    '',
    `Options: ${Object.keys(ImportOptions.properties).map(code).join(', ')}.`,
    '',
    ...linkLines(),
  ]
}
