import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { EmailTemplateDetail } from '../../../../clients/typescript/src/index.ts'
import { describeError, isMissing, keyed, queryClient } from '../../data/queries.ts'
import { useCan } from '../../data/scopes.ts'
import { api } from '../../data/session.ts'
import { toWords } from '../../format/values.ts'
import { Empty, Loading, Panel } from '../../parts/page.tsx'
import { CheckField, Form, SelectField, TextField } from '../../parts/records/form.tsx'
import { Guarded } from '../../parts/records/section.tsx'
import { notify } from '../../parts/toasts.tsx'
import { TemplatePreview } from './template-preview.tsx'

const TRIGGERS = [
  'manual',
  'missing_documents',
  'submission_received',
  'submission_processed',
  'declined',
  'offer',
  'workflow',
].map((name) => [name, toWords(name)] as const)

const BLANK = { name: '', subject: '', description: '', text: '', trigger: 'manual' }

/** One template, beside the mail that it makes of a deal. */
export function TemplatePage() {
  const { id = '' } = useParams({ strict: false })
  const isNew = id === 'new'
  const template = useQuery({
    queryKey: keyed('email-templates', 'one', id),
    queryFn: () => api.emailTemplates.get(id),
    enabled: !isNew,
  })
  return (
    <Guarded scope="emails:read">
      <nav aria-label="Breadcrumb" className="meta mb-2">
        <Link to="/email/templates">Templates</Link> <span aria-hidden="true">/</span>
      </nav>
      {isNew ? (
        <TemplateForm template={null} />
      ) : isMissing(template.error) ? (
        <Empty title="This template is not here" />
      ) : (
        <Loading query={template} height={420}>
          {(data) => <TemplateForm key={data.version} template={data} />}
        </Loading>
      )}
    </Guarded>
  )
}

function TemplateForm({ template }: { template: EmailTemplateDetail | null }) {
  const navigate = useNavigate()
  const can = useCan()
  const [draft, setDraft] = useState(() => ({
    name: template?.name ?? BLANK.name,
    subject: template?.subject ?? BLANK.subject,
    description: template?.description ?? BLANK.description,
    text: template?.text ?? BLANK.text,
    trigger: template?.trigger ?? BLANK.trigger,
  }))
  const isFixed = template?.is_builtin === true || !can('emails:write')
  const change = (next: Partial<typeof draft>): void => setDraft({ ...draft, ...next })
  const save = async (): Promise<void> => {
    const fields = { ...draft, description: draft.description || null }
    const { id } =
      template === null
        ? await api.emailTemplates.create(fields)
        : await api.emailTemplates.update(template.id, fields)
    await queryClient.invalidateQueries({ queryKey: keyed('email-templates') })
    notify('The template is saved')
    await navigate({ to: '/email/templates/$id', params: { id } })
  }
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Panel
        title={template?.name ?? 'New template'}
        note={template?.is_builtin ? 'comes with the service; copy it to change it' : undefined}
        actions={template && <TemplateActions template={template} />}
      >
        {isFixed ? (
          <dl className="grid gap-3">
            <div>
              <dt className="label">Subject</dt>
              <dd>{draft.subject}</dd>
            </div>
            <div>
              <dt className="label">Text</dt>
              <dd className="whitespace-pre-wrap">{draft.text || template?.html}</dd>
            </div>
          </dl>
        ) : (
          <Form submitLabel="Save" onSubmit={save}>
            <TextField
              label="Name"
              value={draft.name}
              onChange={(name) => change({ name })}
              isRequired
            />
            <TextField
              label="Subject"
              value={draft.subject}
              onChange={(subject) => change({ subject })}
              isRequired
            />
            <TextField
              label="Text"
              note="Variables such as {{ company.name }} stand for values of the deal."
              rows={14}
              value={draft.text}
              onChange={(text) => change({ text })}
            />
            <SelectField
              label="Occasion"
              value={draft.trigger}
              options={TRIGGERS}
              onChange={(trigger) => change({ trigger })}
            />
          </Form>
        )}
      </Panel>
      <TemplatePreview subject={draft.subject} text={draft.text} html={template?.html ?? null} />
    </div>
  )
}

function TemplateActions({ template }: { template: EmailTemplateDetail }) {
  const navigate = useNavigate()
  const can = useCan()
  const { id, name, subject, text, html, trigger, is_active, is_builtin } = template
  if (!can('emails:write')) return null
  const refresh = () => queryClient.invalidateQueries({ queryKey: keyed('email-templates') })
  const fail = (error: unknown): void => notify(describeError(error).message)
  const again = async (suffix: string): Promise<void> => {
    const fields = { name: `${name}${suffix}`, subject, text, html, trigger, is_active: false }
    const made = await api.emailTemplates.create(fields)
    await refresh()
    await navigate({ to: '/email/templates/$id', params: { id: made.id } })
  }
  const remove = async (): Promise<void> => {
    await api.emailTemplates.delete(id)
    await refresh()
    await navigate({ to: '/email/templates' })
    notify(`${name} is deleted`, () => void again('').catch(fail))
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <CheckField
        label="In use"
        isOn={is_active}
        onChange={(isOn) =>
          void api.emailTemplates.update(id, { is_active: isOn }).then(refresh, fail)
        }
      />
      <button type="button" className="button" onClick={() => void again(' (copy)').catch(fail)}>
        Copy
      </button>
      {!is_builtin && (
        <button type="button" className="button" onClick={() => void remove().catch(fail)}>
          Delete
        </button>
      )}
    </div>
  )
}
