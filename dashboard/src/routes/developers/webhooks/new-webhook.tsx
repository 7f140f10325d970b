import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { keyed, queryClient } from '../../../data/queries.ts'
import { api, readMode } from '../../../data/session.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Secret } from '../../../parts/records/code.tsx'
import { Form, TextField } from '../../../parts/records/form.tsx'
import { EventChoice } from './event-choice.tsx'

interface Made {
  id: string
  secret: string
}

/** An address and the events that it wants; then the secret of its signatures, once. */
export function NewWebhook({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [url, setUrl] = useState('')
  const [description, setDescription] = useState('')
  const [events, setEvents] = useState<readonly string[]>(['*'])
  const [made, setMade] = useState<Made | null>(null)
  const create = async (): Promise<void> => {
    setMade(
      await api.webhooks.create({
        url: url.trim(),
        events: [...events],
        ...(description.trim() && { description: description.trim() }),
      }),
    )
    await queryClient.invalidateQueries({ queryKey: keyed('webhooks') })
  }
  return (
    <Dialog title={made === null ? 'New webhook' : 'The webhook is on'} onClose={onClose}>
      <div className="p-4">
        {made === null ? (
          <Form
            submitLabel="Create the webhook"
            onSubmit={create}
            onCancel={onClose}
            isReady={url.trim() !== '' && events.length > 0}
          >
            <TextField
              label="Address"
              type="url"
              placeholder="https://example.com/hooks/assay"
              value={url}
              onChange={setUrl}
              isRequired
            />
            {readMode() === 'test' && (
              <button
                type="button"
                className="justify-self-start underline"
                onClick={() => setUrl(`${location.origin}/v1/sandbox/inbox`)}
              >
                Use the inbox of the test mode
              </button>
            )}
            <TextField label="What it is for" value={description} onChange={setDescription} />
            <EventChoice chosen={events} onChange={setEvents} />
          </Form>
        ) : (
          <div className="grid gap-4">
            <Secret label="Signing secret" value={made.secret} envName="ASSAY_WEBHOOK_SECRET" />
            <div className="flex justify-end">
              <button
                type="button"
                className="button primary"
                onClick={() =>
                  void navigate({ to: '/developers/webhooks/$id', params: { id: made.id } })
                }
              >
                Open the webhook
              </button>
            </div>
          </div>
        )}
      </div>
    </Dialog>
  )
}
