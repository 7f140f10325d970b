import { useState } from 'react'
import type { Webhook } from '../../../../../clients/typescript/src/index.ts'
import { keyed, queryClient } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Form, TextField } from '../../../parts/records/form.tsx'
import { EventChoice } from './event-choice.tsx'

export function EditWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [url, setUrl] = useState(webhook.url)
  const [description, setDescription] = useState(webhook.description ?? '')
  const [email, setEmail] = useState(webhook.notification_email ?? '')
  const [events, setEvents] = useState<readonly string[]>(webhook.events)
  const save = async (): Promise<void> => {
    await api.webhooks.update(webhook.id, {
      url: url.trim(),
      events: [...events],
      description: description.trim() || null,
      ...(email.trim() && { notification_email: email.trim() }),
    })
    await queryClient.invalidateQueries({ queryKey: keyed('webhooks') })
    onClose()
  }
  return (
    <Dialog title="Change the webhook" onClose={onClose}>
      <div className="p-4">
        <Form submitLabel="Save" onSubmit={save} onCancel={onClose} isReady={events.length > 0}>
          <TextField label="Address" type="url" value={url} onChange={setUrl} isRequired />
          <TextField label="What it is for" value={description} onChange={setDescription} />
          <TextField
            label="Who is written to when it is switched off after failures"
            type="email"
            value={email}
            onChange={setEmail}
          />
          <EventChoice chosen={events} onChange={setEvents} />
        </Form>
      </div>
    </Dialog>
  )
}
