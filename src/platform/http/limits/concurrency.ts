import { ApiError } from '../../errors/api-error.ts'

/** A request that is being worked on. */
export interface Place {
  leave(): void
  /** For the time of a wait in which the request does nothing, its place is free. */
  withoutQuota<T>(wait: () => Promise<T>): Promise<T>
}

export interface Concurrency {
  /**
   * Takes a place of the tenant, or waits a second for one; then, or when too many wait already,
   * throws `too_many_at_once`. Callers who are turned away at once would come back at once.
   */
  enter(tenantId: string): Promise<Place>
}

const WAIT_MS_MAX = 1000
/** Times the places. */
const WAITING_MAX = 10

interface Counter {
  running: number
  waiting: (() => void)[]
}

/** Counts the requests of each tenant in this process; a maximum of 0 has no limit. */
export function createConcurrency(max: number): Concurrency {
  const counters = new Map<string, Counter>()
  return {
    enter: async (tenantId) => {
      let counter = counters.get(tenantId)
      if (!counter) counters.set(tenantId, (counter = { running: 0, waiting: [] }))
      const isFull = max > 0 && counter.running >= max
      if (isFull && !(await waitIn(counter, max))) throw refusal(max)
      if (!isFull) counter.running += 1
      return placeIn(counter)
    },
  }
}

/** Returns whether whoever left handed its place on to this one. */
function waitIn({ waiting }: Counter, max: number): Promise<boolean> {
  if (waiting.length >= max * WAITING_MAX) return Promise.resolve(false)
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(enter), 1)
      resolve(false)
    }, WAIT_MS_MAX)
    const enter = (): void => {
      clearTimeout(timer)
      resolve(true)
    }
    waiting.push(enter)
  })
}

function placeIn(counter: Counter): Place {
  let isOver = false
  const free = (): void => {
    const next = counter.waiting.shift()
    if (next) next()
    else counter.running -= 1
  }
  return {
    leave: () => {
      isOver = true
      free()
    },
    withoutQuota: async (wait) => {
      // What is still streamed after its request has ended has no place to give back.
      if (isOver) return wait()
      free()
      try {
        return await wait()
      } finally {
        counter.running += 1
      }
    },
  }
}

function refusal(max: number): ApiError {
  const message =
    `The tenant has ${max} requests in progress, as many as REQUESTS_AT_ONCE_MAX allows at the ` +
    `same time, and this one has waited ${WAIT_MS_MAX / 1000} s or found no room to wait.`
  return new ApiError('too_many_at_once', message, { headers: { 'retry-after': '1' } })
}
