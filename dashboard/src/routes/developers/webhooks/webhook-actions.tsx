import { useNavigate } from '@tanstack/react-router'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import type { Webhook } from '../../../../../clients/typescript/src/index.ts'
import { describeError, keyed, queryClient } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { notify } from '../../../parts/toasts.tsx'
import { Secret } from '../../../parts/records/code.tsx'
import { Form } from '../../../parts/records/form.tsx'
import { EditWebhook } from './edit-webhook.tsx'
import { ReplayFailed } from './replay-failed.tsx'

type Step = 'edit' | 'rotate' | 'replay' | 'delete' | null

/** What can be done with a webhook. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { id, is_active } = webhook
  const [step, setStep] = useState<Step>(null)
  const close = (): void => setStep(null)
  return (
    <div className="flex flex-wrap gap-2">
      <button type="button" className="button primary" onClick={() => void sendTest(id)}>
        Send a test
      </button>
      <button type="button" className="button" onClick={() => void turn(id, !is_active)}>
        {is_active ? 'Pause' : 'Switch on'}
      </button>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className="button">
          More <span aria-hidden="true">▾</span>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
            <DropdownMenu.Item onSelect={() => setStep('edit')}>Change…</DropdownMenu.Item>
            <DropdownMenu.Item onSelect={() => setStep('replay')}>
              Send what failed again…
            </DropdownMenu.Item>
            <DropdownMenu.Item onSelect={() => setStep('rotate')}>
              Rotate the secret…
            </DropdownMenu.Item>
            <DropdownMenu.Item onSelect={() => setStep('delete')}>Delete…</DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {step === 'edit' && <EditWebhook webhook={webhook} onClose={close} />}
      {step === 'replay' && <ReplayFailed id={id} onClose={close} />}
      {step === 'rotate' && <RotateSecret id={id} onClose={close} />}
      {step === 'delete' && <DeleteWebhook webhook={webhook} onClose={close} />}
    </div>
  )
}

function refresh(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyed('webhooks') })
}

async function sendTest(id: string): Promise<void> {
  try {
    const { status, attempts } = await api.webhooks.test(id)
    const [attempt] = attempts
    const came = attempt?.response_status ?? attempt?.error ?? 'nothing'
    notify(status === 'succeeded' ? `Delivered: ${came}` : `Not delivered: ${came}`)
    await refresh()
  } catch (error) {
    notify(describeError(error).message)
  }
}

async function turn(id: string, isActive: boolean): Promise<void> {
  try {
    await api.webhooks.update(id, { is_active: isActive })
    await refresh()
    notify(
      isActive ? 'The webhook is on' : 'The webhook is paused; events wait',
      () => void turn(id, !isActive),
    )
  } catch (error) {
    notify(describeError(error).message)
  }
}

const DAY_HOURS = 24

function RotateSecret({ id, onClose }: { id: string; onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null)
  const rotate = async (): Promise<void> => {
    setSecret((await api.webhooks.rotateSecret(id, { grace_hours: DAY_HOURS })).secret)
    await refresh()
  }
  return (
    <Dialog title="Replace the secret" onClose={onClose}>
      <div className="p-4">
        {secret === null ? (
          <Form submitLabel="Replace the secret" onSubmit={rotate} onCancel={onClose}>
            <p>For the next 24 hours deliveries are signed with the old secret as well.</p>
          </Form>
        ) : (
          <Secret label="Signing secret" value={secret} envName="ASSAY_WEBHOOK_SECRET" />
        )}
      </div>
    </Dialog>
  )
}

function DeleteWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const navigate = useNavigate()
  const remove = async (): Promise<void> => {
    await api.webhooks.delete(webhook.id)
    await navigate({ to: '/developers/webhooks' })
    await refresh()
    notify('The webhook is deleted')
  }
  return (
    <Dialog title="Delete the webhook" onClose={onClose}>
      <div className="p-4">
        <Form submitLabel="Delete" onSubmit={remove} onCancel={onClose}>
          <p>
            <code>{webhook.url}</code> hears of nothing from now on, and what is known of its
            deliveries goes with it. To stop it for a while, pause it.
          </p>
        </Form>
      </div>
    </Dialog>
  )
}
