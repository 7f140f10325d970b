// Loaded before everything else: the machine's clock is wrong by CLOCK_SHIFT_MS. Timers and
// durations, which are counted and not read, go as they do.

const shiftMs = Number(process.env.CLOCK_SHIFT_MS)
const RightDate = Date

class ShiftedDate extends RightDate {
  constructor(...parts: unknown[]) {
    if (parts.length === 0) super(RightDate.now() + shiftMs)
    else super(...(parts as [string]))
  }

  static override now(): number {
    return RightDate.now() + shiftMs
  }
}

globalThis.Date = ShiftedDate as DateConstructor
