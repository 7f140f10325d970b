import { useState } from 'react'
import type { App } from '../../../../clients/typescript/src/index.ts'
import { describeError, keyed, queryClient } from '../../data/queries.ts'
import { useCan } from '../../data/scopes.ts'
import { api } from '../../data/session.ts'
import { formatInstant, toWords } from '../../format/values.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Secret } from '../../parts/records/code.tsx'
import { Facts } from '../../parts/records/facts.tsx'
import { CheckField, Form } from '../../parts/records/form.tsx'
import { notify } from '../../parts/toasts.tsx'
import { describeScopes } from '../developers/keys/scope-list.ts'
import { readFields, toConfig } from './schema-fields.ts'
import { SchemaForm } from './schema-form.tsx'

/** One app: what it switches on and may do, and its form. */
export function AppDrawer({ app, onClose }: { app: App; onClose: () => void }) {
  const can = useCan()
  const [secret, setSecret] = useState<string | null>(null)
  const { name, description, permissions, installation, unavailable_reason } = app
  return (
    <Dialog title={name} note={description} kind="drawer" onClose={onClose}>
      <div className="grid gap-6 p-4">
        <Facts
          facts={[
            ['Switches on', listWhat(app).join(', ')],
            ['May change or read', describeScopes(permissions)],
            ['From', app.publisher],
            ...(installation
              ? ([
                  ['Installed', formatInstant(installation.installed_at)],
                  ['By', installation.installed_by],
                ] as const)
              : []),
          ]}
        />
        {unavailable_reason && (
          <p className="notice" data-tone="caution">
            {unavailable_reason}
          </p>
        )}
        {secret !== null && (
          <Secret label="Signing secret" value={secret} envName="ASSAY_APP_SECRET" />
        )}
        {can('apps:write') && unavailable_reason === null && (
          <Install key={String(app.is_installed)} app={app} onSecret={setSecret} />
        )}
      </div>
    </Dialog>
  )
}

function listWhat({ switches_on: on }: App): string[] {
  return [
    ...on.enrichers.map((name) => `check “${toWords(name)}”`),
    ...on.imports.map((name) => `imports of ${toWords(name)}`),
    ...on.node_types.map((name) => `workflow step “${toWords(name)}”`),
    ...on.crms.map((name) => `deals written into ${toWords(name)}`),
    ...on.mailboxes.map((name) => `mails taken in by ${toWords(name)}`),
  ]
}

function refresh(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyed('apps') })
}

function Install({ app, onSecret }: { app: App; onSecret: (secret: string | null) => void }) {
  const fields = readFields(app.config_schema)
  const before = app.installation?.config ?? {}
  const [values, setValues] = useState<Record<string, unknown>>(() => dropSecrets(before, fields))
  const [isAccepted, setAccepted] = useState(app.is_installed)
  const install = async (): Promise<void> => {
    const config = toConfig(fields, values)
    const made = await api.apps.install(app.slug, { config, accept_permissions: isAccepted })
    onSecret(made.signing_secret)
    await refresh()
    notify(`${app.name} is ${app.is_installed ? 'changed' : 'installed'}`)
  }
  return (
    <>
      <Form
        submitLabel={app.is_installed ? 'Save' : 'Install'}
        onSubmit={install}
        isReady={isAccepted}
      >
        <SchemaForm fields={fields} values={values} onChange={setValues} />
        {!app.is_installed && (
          <CheckField
            label={`It may use: ${describeScopes(app.permissions)}`}
            isOn={isAccepted}
            onChange={setAccepted}
          />
        )}
      </Form>
      {app.is_installed && (
        <button
          type="button"
          className="button justify-self-start"
          onClick={() => void remove(app)}
        >
          Uninstall
        </button>
      )}
    </>
  )
}

/** A secret is shown by its last characters only, which are no value to send. */
function dropSecrets(
  config: Record<string, unknown>,
  fields: ReturnType<typeof readFields>,
): Record<string, unknown> {
  const secrets = new Set(fields.filter(({ kind }) => kind === 'secret').map(({ name }) => name))
  return Object.fromEntries(Object.entries(config).filter(([name]) => !secrets.has(name)))
}

async function remove({ slug, name, installation, config_schema }: App): Promise<void> {
  const fields = readFields(config_schema)
  const hasSecret = fields.some(({ kind }) => kind === 'secret')
  const config = installation?.config ?? {}
  try {
    await api.apps.uninstall(slug)
    await refresh()
    // A secret cannot be read to put it back.
    const undo = hasSecret
      ? undefined
      : () => void api.apps.install(slug, { config, accept_permissions: true }).then(refresh)
    notify(`${name} is uninstalled; what it found stays`, undo)
  } catch (error) {
    notify(describeError(error).message)
  }
}
