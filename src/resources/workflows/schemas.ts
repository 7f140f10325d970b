import { Type } from 'typebox'
import { STEP_STATUSES } from '../../core/workflow/advance.ts'
import { ON_ERROR } from '../../core/workflow/graph.ts'
import { NODE_CATEGORIES, SIDE_EFFECTS } from '../../core/workflow/nodes/node-type.ts'
import type { Body } from '../../platform/route.ts'
import { KnownId } from '../../platform/wire/ids/known-id.ts'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  Count,
  Fields,
  FreeForm,
  FreeFormInput,
  Instant,
  InstantInput,
  List,
  Maybe,
  Nullable,
  One,
  StringEnum,
  Text,
  Uuid,
} from '../../platform/wire/shapes.ts'
import { RUN_STATUSES } from './runs/store.ts'
import { WORKFLOW_STATUSES } from './store.ts'

const Name = Type.String({ minLength: 1, maxLength: 64 })
const Place = Type.Number({ minimum: -1_000_000, maximum: 1_000_000 })
const Description = Type.String({ maxLength: 1000 })

const SettingsInput = Fields({
  is_disabled: Type.Optional(Type.Boolean()),
  timeout_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 300 })),
  retries: Type.Optional(
    Fields({
      max: Type.Optional(Type.Integer({ minimum: 0, maximum: 5 })),
      backoff_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 3600 })),
    }),
  ),
  on_error: Type.Optional(StringEnum(ON_ERROR)),
})

const Parts = {
  name: Text,
  description: Maybe(Description),
  trigger: Fields({ type: Name, config: Type.Optional(FreeFormInput) }),
  nodes: Type.Array(
    Fields({
      id: Type.Optional(Name),
      type: Name,
      name: Type.Optional(Text),
      x: Type.Optional(Place),
      y: Type.Optional(Place),
      config: Type.Optional(FreeFormInput),
      settings: Type.Optional(SettingsInput),
    }),
    { maxItems: 200 },
  ),
  edges: Type.Optional(
    Type.Array(
      Fields({
        id: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
        from: Name,
        to: Name,
        from_port: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
      }),
      { maxItems: 600 },
    ),
  ),
  variables: Type.Optional(FreeFormInput),
}

export const WorkflowCreate = Fields(Parts)
export type WorkflowCreate = Body<typeof WorkflowCreate>

export const WorkflowPatch = Fields({
  ...Parts,
  name: Type.Optional(Parts.name),
  trigger: Type.Optional(Parts.trigger),
  nodes: Type.Optional(Parts.nodes),
})

const Trigger = Fields({ type: Type.String(), config: FreeForm })

const SummaryFields = {
  id: Uuid,
  name: Type.String(),
  description: Nullable(Type.String()),
  status: StringEnum(WORKFLOW_STATUSES),
  trigger: Trigger,
  version: Count,
  /** The version that runs; null while none does. */
  active_version: Nullable(Count),
  template_id: Nullable(Type.String()),
  last_run: Nullable(Fields({ id: Uuid, status: StringEnum(RUN_STATUSES), at: Instant })),
  runs_count: Count,
  created_by: Type.String(),
  created_at: Instant,
  updated_at: Instant,
  activated_at: Nullable(Instant),
}

const UnsupportedNode = Fields({
  node_id: Type.String(),
  type: Type.String(),
  reason: Type.String(),
})

const Workflow = Fields({
  ...SummaryFields,
  nodes: Type.Array(
    Fields({
      id: Type.String(),
      type: Type.String(),
      name: Type.String(),
      x: Type.Number(),
      y: Type.Number(),
      config: FreeForm,
      settings: Fields({
        is_disabled: Type.Boolean(),
        timeout_seconds: Count,
        retries: Fields({ max: Count, backoff_seconds: Count }),
        on_error: StringEnum(ON_ERROR),
      }),
    }),
  ),
  edges: Type.Array(
    Fields({ id: Type.String(), from: Type.String(), to: Type.String(), from_port: Type.String() }),
  ),
  variables: FreeForm,
  unsupported_nodes: Type.Array(UnsupportedNode),
  /** In the response that made it alone; whoever has it may start runs. */
  hook_url: Nullable(Type.String()),
  /** The same: what signs the calls of send_webhook, and those of a signed hook. */
  signing_secret: Nullable(Type.String()),
})
export const OneWorkflow = One(Workflow)
export const WorkflowList = List(Fields(SummaryFields))

export const WorkflowQuery = ListQuery({
  status: Type.Optional(StringEnum(WORKFLOW_STATUSES)),
  trigger_type: Type.Optional(Name),
  q: Type.Optional(Text),
})

const RunError = Fields({
  node_id: Nullable(Type.String()),
  code: Type.String(),
  message: Type.String(),
})

const RunFields = {
  id: Uuid,
  workflow_id: Uuid,
  workflow_version: Count,
  status: StringEnum(RUN_STATUSES),
  trigger: Fields({
    type: Type.String(),
    event_id: Nullable(Type.String()),
    by: Nullable(Type.String()),
  }),
  submission_id: Nullable(Uuid),
  input: FreeForm,
  output: Nullable(FreeForm),
  is_silent: Type.Boolean(),
  /** Left out what changes a deal, too. */
  is_dry: Type.Boolean(),
  /** The run whose step began this one. */
  parent_run_id: Nullable(Uuid),
  error: Nullable(RunError),
  started_at: Nullable(Instant),
  finished_at: Nullable(Instant),
  duration_ms: Nullable(Count),
  created_at: Instant,
}

const Step = Fields({
  id: Uuid,
  node_id: Type.String(),
  node_type: Type.String(),
  node_name: Type.String(),
  /** `3` for the fourth item of a loop, `3.0` for the first of a loop within. */
  iteration: Nullable(Type.String()),
  status: StringEnum(STEP_STATUSES),
  attempt: Count,
  /** The port on which the run went on. */
  branch: Nullable(Type.String()),
  input: Nullable(FreeForm),
  output: Nullable(FreeForm),
  error: Nullable(Fields({ code: Type.String(), message: Type.String() })),
  /** What happened on the way, such as an attempt that failed. */
  logs: Type.Array(
    Fields({ at: Instant, level: StringEnum(['info', 'warn']), message: Type.String() }),
  ),
  waits_until: Nullable(Instant),
  started_at: Nullable(Instant),
  finished_at: Nullable(Instant),
  duration_ms: Nullable(Count),
})

export const OneExecution = One(Fields({ ...RunFields, steps: Type.Array(Step) }))
export const ExecutionList = List(Fields(RunFields))

export const ExecutionQuery = ListQuery({
  status: Type.Optional(StringEnum(RUN_STATUSES)),
  submission_id: Type.Optional(Uuid),
  created_after: Type.Optional(InstantInput),
})

export const StartBody = Fields({
  workflow_id: Type.Optional(KnownId('workflow')),
  name: Type.Optional(Text),
  submission_id: Maybe(KnownId('submission')),
  input: Type.Optional(FreeFormInput),
  is_silent: Type.Optional(Type.Boolean()),
})

export const SubmissionStartBody = Fields({
  workflow_id: Type.Optional(KnownId('workflow')),
  workflow_name: Type.Optional(Text),
  input: Type.Optional(FreeFormInput),
  is_silent: Type.Optional(Type.Boolean()),
})

export const NodeTypeQuery = ListQuery({
  category: Type.Optional(StringEnum(NODE_CATEGORIES)),
  is_runnable: Type.Optional(Type.Boolean()),
})

export const NodeTypeList = List(
  Fields({
    id: Type.String(),
    type: Type.String(),
    category: StringEnum(NODE_CATEGORIES),
    label: Type.String(),
    description: Type.String(),
    config_schema: FreeForm,
    output_ports: Type.Array(Type.String()),
    output_schema: FreeForm,
    is_runnable: Type.Boolean(),
    /** Why no step of the type can run; null where it can. */
    reason: Nullable(Type.String()),
    requires: Type.Array(Type.String()),
    side_effects: StringEnum(SIDE_EFFECTS),
  }),
)

export const OneValidation = One(
  Fields({
    is_valid: Type.Boolean(),
    problems: Type.Array(
      Fields({
        node_id: Nullable(Type.String()),
        field: Nullable(Type.String()),
        code: Type.String(),
        message: Type.String(),
        /** It looks wrong, but does not keep the workflow from running. */
        is_warning: Type.Boolean(),
      }),
    ),
    unsupported_nodes: Type.Array(UnsupportedNode),
  }),
)

export const RunBody = Fields({
  submission_id: Type.Optional(KnownId('submission')),
  input: Type.Optional(FreeFormInput),
  is_silent: Type.Optional(Type.Boolean()),
  dry_run: Type.Optional(Type.Boolean()),
})

export const ActivateBody = Fields({
  /** Replaces the secret that signs; the response has the new one. */
  rotate_secret: Type.Optional(Type.Boolean()),
})

export const SlugParams = Fields({ id: Type.String() })
export const HookParams = Fields({ token: Type.String({ minLength: 1, maxLength: 100 }) })
export const HookBody = FreeFormInput
export const OneHookRun = One(Fields({ run_id: Uuid }))
export const CloneBody = Fields({ name: Type.Optional(Text) })

export const TemplateQuery = ListQuery({ category: Type.Optional(Name) })

const TemplateSummary = {
  id: Type.String(),
  slug: Type.String(),
  name: Type.String(),
  description: Type.String(),
  category: Type.String(),
  trigger: Trigger,
  /** What must be there before it can be activated. */
  required_integrations: Type.Array(Type.String()),
  version: Count,
}
export const TemplateList = List(Fields(TemplateSummary))
export const OneTemplate = One(
  Fields({
    ...TemplateSummary,
    nodes: Type.Array(FreeForm),
    edges: Type.Array(FreeForm),
    variables: FreeForm,
    /** An input to try it with. */
    sample_input: FreeForm,
  }),
)
