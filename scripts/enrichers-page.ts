import { ENRICHER_CATEGORIES } from '../src/core/enrichers/enricher.ts'
import { INPUTS } from '../src/core/enrichers/inputs.ts'
import { FAILURES } from '../src/resources/enrichers/failure.ts'
import { listEnrichers, listInputs } from '../src/resources/enrichers/begin.ts'
import { APPS, findAppFor } from '../src/resources/records/apps/catalogue.ts'
import { code, page, table } from './markdown.ts'

const ORIGIN = '<!-- Written by npm run golden from the lists of enrichers, inputs and apps. -->'

/** What enrichers find, and what they need for it. */
export function enrichersPage(): string {
  const all = listEnrichers()
  const parts = [
    ENRICHERS_INTRODUCTION,
    ...ENRICHER_CATEGORIES.flatMap((category) => {
      const own = all.filter((each) => each.category === category)
      const rows = own.map(({ name, description, outputs }) => [
        code(name),
        description,
        listInputs(name, new Map())
          .filter((input) => input.name !== 'sdn_hits')
          .map((input) => `${code(input.name)}${input.isRequired ? '' : ' (optional)'}`)
          .join(' '),
        outputs.map((output) => code(output.name)).join(' ') || 'what the server returns',
        findAppFor('enrichers', name)?.slug ?? '',
      ])
      const title = `## ${category[0]!.toUpperCase()}${category.slice(1)}`
      return [title, table(['enricher', 'does', 'inputs', 'outputs', 'app'], rows)]
    }),
    '## Inputs',
    'A request can state each of them in `inputs`, but those that are computed.',
    table(
      ['input', 'what it is', 'type', 'stated by callers'],
      Object.entries(INPUTS)
        .filter(([name]) => name !== 'sdn_hits')
        .map(([name, { label, type, isComputed }]) => [
          code(name),
          label,
          type,
          isComputed ? 'no' : 'yes',
        ]),
    ),
    '## Own server',
    OWN_SERVER,
    '## Why there is no result',
    table(
      ['code', 'meaning'],
      Object.entries(FAILURES).map(([name, meaning]) => [code(name), meaning]),
    ),
    SOURCES,
    ...all.flatMap(({ name, sourceUrl }) => (sourceUrl ? [`- ${code(name)}: ${sourceUrl}`] : [])),
  ]
  return page('Enrichers', ORIGIN, [parts.join('\n\n')])
}

const ENRICHERS_INTRODUCTION = `An enricher computes what follows from the data of a submission, from public facts, or from a list.
\`POST /v1/submissions/:id/enrichers\` runs each named one as a job of its own, \`…/enrichers/sync\` waits up to 25
seconds, \`GET …/enrichers/results/:name\` shows the latest result, and \`GET …/enrichers/fields\` which inputs a
submission has.

- A value comes with its confidence and its reason. What cannot be found is null, without a confidence; a
  result is as sure as its least sure field.
- A result of the same inputs is used again while it is younger than \`cache_max_age_hours\` (168 unless the
  request says), also by a workflow; \`force\` runs the enricher anew.
- Without a required input the result is \`missing_input_data\` and names what is missing; without its app it
  is \`skipped\`.
- The latest result of an enricher is a source of entities: a source of type \`enricher\` names it and one of its
  outputs. The workflow node \`run_enricher\` gives the result to the nodes that follow.
- Inputs and outputs are sealed in the database; an EIN is shown in full only to keys with \`pii:read\`.
- No enricher decides: a hit of \`ofac_screen\` is a name that is alike, which a person looks at.`

const OWN_SERVER = `The app \`http_enricher\` posts \`{"id", "enricher", "submission_id", "inputs"}\` to your URL, signed as webhooks are
(\`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\`) by the secret that the installation shows once.
\`webhook-id\` is the id of the result and the same on every attempt. Respond within 20 seconds with 2xx and JSON of
at most 64 KiB: \`{"fields": [{"name", "value", "confidence", "evidence", "source_url"}]}\`, or an object of values by
name. Only public addresses are reached.`

const SOURCES = `## Sources

What enrichers know of the world stands in tables beside their code, each with its publication:`

/** What can be installed, and what it switches on. */
export function appsPage(): string {
  const rows = APPS.map(({ slug, name, category, description, permissions, switchesOn }) => [
    code(slug),
    name,
    category,
    description,
    Object.values(switchesOn as Record<string, readonly string[]>)
      .flat()
      .map(code)
      .join(' '),
    permissions.map(code).join(' '),
  ])
  const forms = APPS.flatMap(({ slug, config }) =>
    Object.entries(config.properties as Record<string, FormField>).map(([field, own]) => [
      code(slug),
      code(field),
      (config.required as string[] | undefined)?.includes(field) ? 'yes' : '',
      own.writeOnly ? 'yes' : '',
      own.description ?? own.title ?? '',
    ]),
  )
  const parts = [
    APPS_INTRODUCTION,
    table(['slug', 'name', 'category', 'does', 'switches on', 'permissions'], rows),
    '## Forms to set them up',
    table(['app', 'field', 'required', 'secret', 'what it is'], forms),
  ]
  return page('Apps', ORIGIN, [parts.join('\n\n')])
}

interface FormField {
  title?: string
  description?: string
  writeOnly?: boolean
}

const APPS_INTRODUCTION = `An app switches on code of this service for one mode (live or test) of an organization. \`GET /v1/apps\` lists what
there is, \`POST /v1/apps/:id/install\` with \`{"config", "accept_permissions": true}\` installs one, \`DELETE
/v1/apps/:id/uninstall\` takes it away. \`:id\` is the id or the slug.

- \`config\` has the fields of the app's form, its \`config_schema\`. A secret is sealed, and never shown again.
- An import works without its app; the app sets options that hold for every payload of the provider, and that a
  request overrides.
- A workflow whose node needs an app is not activated without it (\`workflow_not_runnable\` names the app), and keeps
  it from being uninstalled while it is active (\`resource_in_use\` names the workflow).
- The app of a CRM connects it: \`config.connection_id\` of the installation is the id of a CRM integration, for
  \`crm_sync\`; its map is changed at \`/v1/crm-integrations\`. Uninstalling it disconnects the CRM, and disconnecting
  it uninstalls the app. A CRM that \`POST /v1/crm-integrations\` connects needs no app.
- What the operator has to set up, such as a mail server or the list of OFAC, is said by \`unavailable_reason\`.`
