import type { Job } from './platform/jobs/job.ts'

/** The jobs a worker can run. */
export const JOBS: readonly Job[] = []
