import { readFileSync } from 'node:fs'
import { MAGIC_AMOUNTS, MAGIC_FILES } from '../src/resources/records/sandbox/magic.ts'
import type { SampleDeal } from '../src/resources/sandbox/deals/samples.ts'
import { code, table } from './markdown.ts'

/** The lines of docs/sandbox.md. */
export function sandboxLines(): string[] {
  const path = `${import.meta.dirname}/../src/resources/sandbox/deals/files/samples.json`
  const samples = JSON.parse(readFileSync(path, 'utf8')) as SampleDeal[]
  const files = MAGIC_FILES.map(({ ending, meaning }) => [code(`*${ending}.pdf`), meaning])
  const amounts = MAGIC_AMOUNTS.map(({ amountCents, meaning }) => [
    code((amountCents / 100).toFixed(2)),
    meaning,
  ])
  return [
    'A key that begins with `svc_test_` works in an environment of its own: nothing done with it is seen',
    'by a live key, and the other way round. Endpoints under `/v1/sandbox` take test keys only.',
    '',
    '## sample deals',
    '',
    '`POST /v1/sandbox/deals` with `{"sample": "<name>"}` creates a submission with the files of a sample',
    'and processes it; `GET /v1/sandbox/samples` lists what a perfect reader finds in them.',
    '',
    table(
      ['sample', 'files', 'what it is'],
      samples.map(({ name, files: own, description }) => [
        code(name),
        String(own.length),
        description,
      ]),
    ),
    '',
    '## files that misbehave',
    '',
    'Chosen by the end of the name of an uploaded file; its content does not matter.',
    '',
    table(['name', 'what becomes of it'], files),
    '',
    '## amounts that misbehave',
    '',
    'By `request.amount` of a submission.',
    '',
    table(['amount', 'what becomes of the submission'], amounts),
    '',
    '## events and webhooks',
    '',
    '`POST /v1/sandbox/events` with `{"type": "submission.processed"}` lets an event of any type happen. A',
    'webhook to the `url` of `GET /v1/sandbox/inbox` needs no receiver: what it would have got, with headers',
    'and signatures, is listed at `GET /v1/sandbox/inbox/messages`. `PATCH /v1/sandbox/inbox` sets the status',
    'and delay of its responses, so that retries can be watched.',
  ]
}
