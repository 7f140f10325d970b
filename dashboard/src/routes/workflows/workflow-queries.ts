import { queryOptions } from '@tanstack/react-query'
import { keyed, queryClient } from '../../data/queries.ts'
import { api } from '../../data/session.ts'
import type { NodeTypes } from './graph.ts'

const LIST_MAX = 500
const RUNS_SHOWN = 100
const REFRESH_MS = 10_000
const OPEN_MS = 1_500
const OPEN = new Set(['queued', 'running', 'waiting'])

export function isOpenRun(status: string | undefined): boolean {
  return status !== undefined && OPEN.has(status)
}

export const workflowsQuery = () =>
  queryOptions({
    queryKey: keyed('workflows'),
    queryFn: () => api.workflows.list({ limit: LIST_MAX }).toArray({ max: LIST_MAX }),
    refetchInterval: REFRESH_MS,
  })

export const workflowQuery = (id: string) =>
  queryOptions({ queryKey: keyed('workflows', id), queryFn: () => api.workflows.get(id) })

/** What is wrong with the newest version, and what this copy cannot run. */
export const obstaclesQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: keyed('workflows', id, 'obstacles', version),
    queryFn: () => api.workflows.validate(id),
  })

export const nodeTypesQuery = () =>
  queryOptions({
    queryKey: keyed('node-types'),
    queryFn: async (): Promise<NodeTypes> => {
      const types = await api.workflowNodeTypes.list({ limit: LIST_MAX }).toArray()
      return new Map(types.map((one) => [one.type, one]))
    },
    staleTime: Infinity,
  })

export const runsQuery = (id: string, status: string | undefined) =>
  queryOptions({
    queryKey: keyed('workflows', id, 'runs', status),
    queryFn: () =>
      api.workflows
        .listExecutions(id, { limit: RUNS_SHOWN, ...(status !== undefined && { status }) })
        .page()
        .then(({ data }) => data),
    refetchInterval: REFRESH_MS,
  })

/** A run with its steps, read anew while it goes on. */
export const runQuery = (id: string) =>
  queryOptions({
    queryKey: keyed('workflows', 'run', id),
    queryFn: () => api.workflowExecutions.get(id),
    refetchInterval: ({ state }) => (isOpenRun(state.data?.status) ? OPEN_MS : false),
  })

export const approvalsQuery = (status: string | undefined) =>
  queryOptions({
    queryKey: keyed('approvals', 'list', status),
    queryFn: () =>
      api.approvals
        .list({ limit: RUNS_SHOWN, ...(status !== undefined && { status }) })
        .page()
        .then(({ data }) => data),
    refetchInterval: REFRESH_MS,
  })

export function refreshWorkflows(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyed('workflows') })
}
