/** What is wrong with a graph, and where. */
export interface GraphProblem {
  /** `trigger` for the trigger; null for the whole. */
  nodeId: string | null
  field: string | null
  code: string
  message: string
  /** A graph that could not be drawn is not kept; one with gaps is a draft that cannot start. */
  blocks: 'save' | 'activation' | null
}
