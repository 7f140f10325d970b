import { setTimeout as pause } from 'node:timers/promises'

/** Less than a test may take; what is waited for comes long before, unless it never does. */
const PATIENCE_MS = 90_000
const LOOK_MS = 20

/** What `look` finds, once it finds something. A busy machine only makes it later. */
export async function waitFor<T>(
  look: () => T | Promise<T>,
  missing = 'It did not come to be',
): Promise<NonNullable<Exclude<T, false>>> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const found = await look()
    if (found) return found as NonNullable<Exclude<T, false>>
    if (performance.now() > deadline) throw new Error(missing)
    await pause(LOOK_MS)
  }
}
