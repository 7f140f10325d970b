import { PROVIDER_ENTRIES } from '../src/resources/integrations/catalogue.ts'
import {
  LINK_STATUSES,
  SYNC_FAILURES_MAX,
  type LinkStatus,
} from '../src/resources/integrations/lifecycle.ts'
import { code, table } from './markdown.ts'

const MEANINGS: Readonly<Record<LinkStatus, string>> = {
  pending: 'a person has yet to link accounts',
  active: 'what is new is read once a day, and whenever the provider says that there is something',
  syncing: 'it is being read',
  erroring:
    'the last attempt brought nothing; `error` has the cause, `next_sync_at` the next attempt',
  sync_disabled: `after ${SYNC_FAILURES_MAX} failures in a row; a refresh goes on where it stopped`,
  deleted: 'its token is destroyed; what was imported stays',
}

/** The lines of docs/providers.md on accounts that customers link. */
export function linkLines(): string[] {
  const called = PROVIDER_ENTRIES.flatMap(({ provider, adapter }) =>
    adapter === null ? [] : [[code(provider), adapter.credentialNames.map(code).join(', ')]],
  )
  const states = LINK_STATUSES.map((status) => [code(status), MEANINGS[status]])
  return [
    '## Linked accounts',
    '',
    'These providers are called, so that a customer links accounts once and new rows come by themselves:',
    '',
    table(['provider', 'credentials'], called),
    '',
    '`POST /v1/integrations` seals the credentials and tries them by one call; `status` says how that',
    'went. `GET /v1/integrations/:id/calls` lists the last 200 calls: method, host and path with names in',
    'place of ids, status, duration. Bodies, queries and secrets are never kept.',
    '',
    '`POST /v1/integrations/provider-a/link-token` (Plaid) and `…/provider-b/connect` (Mastercard) return an',
    'address to send the person to; no script of the provider has to be in your pages. The webhooks of the',
    'provider go to `/v1/hooks/plaid` and `/v1/hooks/mastercard` and count only with a true signature.',
    '',
    'Rows and the place behind them are kept in one transaction: nothing is lost when a page does not come,',
    'and nothing is read twice. A provider that responds with `429` is left alone as long as it wants.',
    '',
    table(['a link is', 'when'], states),
    '',
    'A link whose person has to sign in again is repaired by a link token with its `link_id`. What is',
    'deleted (a link, an integration, a submission) is forgotten at the provider too; it is called until',
    'it has done so, for five days, and `npm run assay -- verify` lists what it then still has.',
    '',
    '### In the test mode, without credentials',
    '',
    'The accounts are invented; all else is as with real ones. With a test key in `$KEY`:',
    '',
    '```sh',
    'API=http://localhost:3100/v1; J="content-type: application/json"; A="authorization: Bearer $KEY"',
    'ID=$(curl -s $API/submissions -H "$A" -H "$J" -d \'{"name":"Lakeside Cafe"}\' | sed \'s/.*"id":"\\([^"]*\\)".*/\\1/\')',
    'curl -s $API/integrations/provider-a/link-token -H "$A" -H "$J" -d "{\\"submission_id\\":\\"$ID\\"}"',
    'curl -s $API/integrations/provider-a/exchange-token -H "$A" -H "$J" \\',
    '  -d "{\\"submission_id\\":\\"$ID\\",\\"public_token\\":\\"public-sandbox-1\\"}"',
    'curl -s "$API/submissions/$ID/scorecard?wait=25&format=text" -H "$A"',
    '```',
  ]
}
