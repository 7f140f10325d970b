interface Timed {
  started_at: string | null
  finished_at: string | null
}

/** Where on the time of the whole run a step began, and its share of it. */
export interface TimeBar {
  start: number
  share: number
}

/** The bars of all steps on one axis; a step that goes on ends now. */
export function findBars(steps: readonly Timed[], now: number): TimeBar[] {
  const times = steps.map(({ started_at, finished_at }) => {
    if (started_at === null) return null
    return {
      from: Date.parse(started_at),
      to: finished_at === null ? now : Date.parse(finished_at),
    }
  })
  const known = times.filter((time) => time !== null)
  const first = Math.min(...known.map(({ from }) => from))
  const whole = Math.max(1, ...known.map(({ to }) => to - first))
  return times.map((time) =>
    time === null
      ? { start: 0, share: 0 }
      : { start: (time.from - first) / whole, share: Math.max(0, time.to - time.from) / whole },
  )
}
