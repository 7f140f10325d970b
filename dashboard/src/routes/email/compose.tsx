import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keyed, queryClient } from '../../data/queries.ts'
import { useCan } from '../../data/scopes.ts'
import { api, readMode } from '../../data/session.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Form, SelectField, TextField } from '../../parts/records/form.tsx'
import { notify } from '../../parts/toasts.tsx'

interface Props {
  /** The deal that the mail is about, where the page is of one. */
  deal: string | undefined
  onClose: () => void
}

/** A mail of a template or of own words, about a deal or about none. */
export function Compose({ deal: given, onClose }: Props) {
  const can = useCan()
  const [deal, setDeal] = useState(given ?? '')
  const [template, setTemplate] = useState('')
  const [to, setTo] = useState('')
  const [subject, setSubject] = useState('')
  const [text, setText] = useState('')
  const { data: deals = [] } = useQuery({
    queryKey: keyed('preview-deals'),
    queryFn: () =>
      api.submissions
        .list({ limit: 50 })
        .page()
        .then((page) => page.data),
    enabled: can('submissions:read'),
  })
  const { data: templates = [] } = useQuery({
    queryKey: keyed('email-templates', 'all'),
    queryFn: () => api.emailTemplates.list().toArray({ max: 500 }),
  })
  const send = async (): Promise<void> => {
    const receivers = to.split(/[\s,;]+/).filter(Boolean)
    await api.emails.create({
      ...(deal && { submission_id: deal }),
      ...(template && { template_id: template }),
      ...(receivers.length > 0 && { to: receivers }),
      ...(subject && { subject }),
      ...(text && { text }),
    })
    await queryClient.invalidateQueries({ queryKey: keyed('emails') })
    notify(readMode() === 'test' ? 'Saved, not sent: this is the test mode' : 'On its way')
    onClose()
  }
  return (
    <Dialog title="Write a mail" onClose={onClose}>
      <div className="p-4">
        <Form
          submitLabel="Send"
          onSubmit={send}
          onCancel={onClose}
          isReady={template !== '' || (subject !== '' && text !== '' && to !== '')}
        >
          <SelectField
            label="About"
            value={deal}
            options={[['', 'No deal'], ...deals.map(({ id, name }) => [id, name] as const)]}
            onChange={setDeal}
          />
          <SelectField
            label="Template"
            value={template}
            options={[['', 'Own words'], ...templates.map(({ id, name }) => [id, name] as const)]}
            onChange={setTemplate}
          />
          <TextField
            label="To"
            note={
              template === ''
                ? 'Addresses, or the words applicant and broker for those of the deal.'
                : 'Empty for the receivers of the template.'
            }
            value={to}
            onChange={setTo}
          />
          <TextField
            label="Subject"
            note={template !== '' && 'Empty for that of the template.'}
            value={subject}
            onChange={setSubject}
          />
          {template === '' && <TextField label="Text" rows={8} value={text} onChange={setText} />}
        </Form>
      </div>
    </Dialog>
  )
}
