import { useState } from 'react'
import { keyed, queryClient } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { formatCounted } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { CheckField, Form, SelectField } from '../../../parts/records/form.tsx'
import { notify } from '../../../parts/toasts.tsx'

const SPANS = [
  ['1', 'the last hour'],
  ['24', 'the last day'],
  ['168', 'the last 7 days'],
  ['720', 'the last 30 days'],
] as const

const HOUR_MS = 3_600_000

/** Everything that failed in a span of time is sent once more. */
export function ReplayFailed({ id, onClose }: { id: string; onClose: () => void }) {
  const [hours, setHours] = useState('24')
  const [hasMissed, setMissed] = useState(true)
  const replay = async (): Promise<void> => {
    const { replayed_count, missed_count } = await api.webhooks.replayDeliveries(id, {
      since: new Date(Date.now() - Number(hours) * HOUR_MS).toISOString(),
      include_missed: hasMissed,
    })
    await queryClient.invalidateQueries({ queryKey: keyed('webhooks') })
    notify(`${formatCounted(replayed_count + missed_count, 'delivery', 'deliveries')} sent again`)
    onClose()
  }
  return (
    <Dialog title="Send what failed again" onClose={onClose}>
      <div className="p-4">
        <Form submitLabel="Send again" onSubmit={replay} onCancel={onClose}>
          <SelectField label="What failed in" value={hours} options={SPANS} onChange={setHours} />
          <CheckField
            label="Also events of that time that it was never sent"
            note="As while it was paused, or before it was made."
            isOn={hasMissed}
            onChange={setMissed}
          />
        </Form>
      </div>
    </Dialog>
  )
}
