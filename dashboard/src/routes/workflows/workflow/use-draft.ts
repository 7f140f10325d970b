import { useState } from 'react'
import type { WorkflowDetail } from '../../../../../clients/typescript/src/index.ts'
import { describeError } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { notify } from '../../../parts/toasts.tsx'
import { removeNode, type Graph, type NodeTypes } from '../graph.ts'
import { refreshWorkflows } from '../workflow-queries.ts'

/** The steps as they are being changed; nothing of it is stored until it is saved. */
export function useDraft(workflow: WorkflowDetail, types: NodeTypes) {
  const { id, trigger, nodes, edges } = workflow
  const saved: Graph = { trigger, nodes, edges }
  const [graph, setGraph] = useState(saved)
  const [name, setName] = useState(workflow.name)
  const [isBusy, setBusy] = useState(false)
  const isChanged = name !== workflow.name || JSON.stringify(graph) !== JSON.stringify(saved)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      await api.workflows.replace(id, { ...graph, name })
      await refreshWorkflows()
      notify('Saved as a new version')
    } catch (error) {
      notify(describeError(error).message)
    } finally {
      setBusy(false)
    }
  }
  const reset = (): void => {
    setGraph(saved)
    setName(workflow.name)
  }
  const remove = (nodeId: string): void => {
    setGraph(removeNode(graph, nodeId, types))
    notify('Step removed', () => setGraph(graph))
  }
  return { graph, setGraph, name, setName, isChanged, isBusy, save, reset, remove }
}
