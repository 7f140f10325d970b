import { useState } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { areKeysOn, listShortcuts, turnKeys } from './keys.ts'

/** Every key that works on the screen below, and the switch for single keys. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(areKeysOn)
  const shortcuts = listShortcuts()
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 px-4 py-4">
        {shortcuts.map(({ keys, label }) => (
          <div key={`${keys} ${label}`} className="contents">
            <dt>
              <kbd className="chip">{keys.replace('mod', '⌘/Ctrl')}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <label className="flex gap-2 border-t border-hairline px-4 py-3">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            turnKeys(target.checked)
            setOn(target.checked)
          }}
        />
        Single keys work
      </label>
    </Dialog>
  )
}
