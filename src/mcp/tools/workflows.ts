import { shortenNodeTypes } from '../present/node-types.ts'
import { tool, type Tool } from './declare.ts'

const GRAPH_NOTES = {
  trigger: '{type, config?}',
  nodes: '[{id?, type, name?, config?}]',
  edges: '[{from, to, from_port?}]; none: in the order given',
}
const GRAPH_SHOWN =
  'id name description status trigger version active_version last_run{id status at} ' +
  'nodes{id type name config settings} edges{from to from_port} variables unsupported_nodes'

export const WORKFLOW_TOOLS: readonly Tool[] = [
  tool('service_list_node_types', 'GET /v1/workflow-node-types', {
    purpose: 'Every runnable node type with its config fields.',
    picks: ['category'],
    reshape: shortenNodeTypes,
    next: 'with category, what each field takes; then service_create_workflow',
  }),
  tool('service_list_workflow_templates', 'GET /v1/workflow-templates', {
    purpose: 'Prebuilt workflows to copy.',
    picks: [],
  }),
  tool('service_get_workflow_template', 'GET /v1/workflow-templates/:id', {
    purpose: 'One template with its node graph.',
    picks: ['template_id=id'],
    isWhole: true,
  }),
  tool('service_clone_workflow_template', 'POST /v1/workflow-templates/:id/clone', {
    purpose: 'Copy a template into a draft workflow that can be edited.',
    picks: ['template_id=id', 'name'],
    isCreating: true,
  }),
  tool('service_create_workflow', 'POST /v1/workflows', {
    purpose: 'Create a draft workflow.',
    picks: ['name', 'trigger', 'nodes', 'edges'],
    shows: GRAPH_SHOWN,
    isWhole: true,
    notes: GRAPH_NOTES,
    requires: ['name', 'trigger', 'nodes'],
    isCreating: true,
  }),
  tool('service_update_workflow', 'PUT /v1/workflows/:id', {
    purpose: 'Change a workflow; nodes, edges replaced whole.',
    picks: ['workflow_id=id', 'name', 'trigger', 'nodes', 'edges'],
    shows: GRAPH_SHOWN,
    isWhole: true,
    notes: { trigger: 'as when created', nodes: 'likewise', edges: 'likewise' },
    isDestructive: true,
  }),
  tool('service_list_workflows', 'GET /v1/workflows', {
    purpose: 'Workflows with status and last run.',
    picks: ['status', 'limit', 'cursor'],
    defaults: { limit: 25 },
    shows: 'id name status trigger{type} last_run{id status at} runs_count',
  }),
  tool('service_get_workflow', 'GET /v1/workflows/:id', {
    purpose: 'One workflow with its node graph.',
    picks: ['workflow_id=id'],
    shows: GRAPH_SHOWN,
    isWhole: true,
  }),
  tool('service_delete_workflow', 'DELETE /v1/workflows/:id', {
    purpose: 'Delete a workflow, permanently.',
    picks: ['workflow_id=id'],
    confirms: 'GET /v1/workflows/:id',
    isDestructive: true,
  }),
  tool('service_activate_workflow', 'POST /v1/workflows/:id/activate', {
    purpose: 'Let the trigger fire; refuses node types that cannot run.',
    picks: ['workflow_id=id'],
  }),
  tool('service_deactivate_workflow', 'POST /v1/workflows/:id/deactivate', {
    purpose: 'Pause a workflow; open runs go on.',
    picks: ['workflow_id=id'],
  }),
  tool('service_run_workflow', 'POST /v1/workflows/:id/run', {
    purpose: 'Run an automation now; the pipeline of a deal: service_start_workflow.',
    picks: ['workflow_id=id', 'submission_id', 'input', 'dry_run'],
    isCreating: true,
    isOpenWorld: true,
    next: 'service_get_workflow_run with the id of the run',
  }),
  tool('service_list_workflow_runs', 'GET /v1/workflows/:id/executions', {
    purpose: 'Runs of a workflow, newest first.',
    picks: ['workflow_id=id', 'status', 'submission_id', 'limit', 'cursor'],
    defaults: { limit: 25 },
    shows: 'id status trigger{type} submission_id error created_at duration_ms',
  }),
  tool('service_get_workflow_run', 'GET /v1/workflow-executions/:id', {
    purpose: 'One run with the timeline of its steps.',
    picks: ['run_id=id'],
  }),
]
