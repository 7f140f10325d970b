/** A pure function that a thread can find by itself: its module and its name there. */
export interface Task<Input extends object, Output> {
  module: string
  run: (input: Input) => Output
}

/** A message to the thread: some of the input of a run, or that it has it all. */
export interface Part {
  runId: number
  given: { key: string; value: unknown } | null
  module: string
  name: string
}

/** A message of the thread: what the function of a run returned, or how it failed. */
export interface TaskResult {
  runId: number
  output?: unknown
  error?: unknown
}
