import { notify } from '../../../../parts/toasts.tsx'
import { attempt } from '../../attempt.ts'

/** Puts a text on the clipboard, and says so of what it is called. */
export async function copyText(text: string, name: string): Promise<void> {
  const done = await attempt(() => navigator.clipboard.writeText(text).then(() => true))
  if (done) notify(`${name} is on the clipboard`)
}
