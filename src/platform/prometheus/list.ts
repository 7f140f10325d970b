/**
 * A metric as Prometheus gets it. A label takes few values, all known when the service is built:
 * never a tenant, an id, or a path with ids in it.
 */
export interface PrometheusMetric {
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  labels: readonly string[]
  /** Upper bounds of a histogram, in seconds. */
  buckets?: readonly number[]
}

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const JOB_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300]

/** What the service measures of itself; docs/prometheus.md is written from it. */
export const OWN_METRICS = {
  assay_info: {
    type: 'gauge',
    help: 'Always 1; the labels name the version and the role of the process.',
    labels: ['version', 'role'],
  },
  assay_http_requests_total: {
    type: 'counter',
    help: 'Requests that were responded to, by route template and class of status.',
    labels: ['method', 'route', 'status'],
  },
  assay_http_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from the head of a request to the end of its response.',
    labels: ['method', 'route'],
    buckets: REQUEST_SECONDS,
  },
  assay_jobs_waiting: {
    type: 'gauge',
    help: 'Jobs that are due and have no place yet, in the whole database.',
    labels: ['kind'],
  },
  assay_jobs_oldest_seconds: {
    type: 'gauge',
    help: 'How long the oldest of those has been due; 0 when none waits.',
    labels: ['kind'],
  },
  assay_jobs_running: {
    type: 'gauge',
    help: 'Jobs that a worker holds, in the whole database.',
    labels: ['kind'],
  },
  assay_jobs_dead: {
    type: 'gauge',
    help: 'Jobs whose last attempt failed, in the whole database.',
    labels: ['kind'],
  },
  assay_jobs_ended_total: {
    type: 'counter',
    help: 'Attempts of jobs in this process: done, retried (failed, with another attempt to come), dead, or lost to another worker.',
    labels: ['kind', 'outcome'],
  },
  assay_job_duration_seconds: {
    type: 'histogram',
    help: 'How long an attempt of a job took in this process.',
    labels: ['kind'],
    buckets: JOB_SECONDS,
  },
  assay_queue_readable: {
    type: 'gauge',
    help: '1 when this process could read the queue for this page; 0 when the database did not respond.',
    labels: [],
  },
  assay_readers: {
    type: 'gauge',
    help: 'Processes that read documents for this one: busy, or idle and ready for the next.',
    labels: ['state'],
  },
  assay_readers_ended_total: {
    type: 'counter',
    help: 'Readers that ended: recycled (had done their share), killed (in the middle of a document), or idle (had nothing to do).',
    labels: ['cause'],
  },
  assay_webhook_deliveries_total: {
    type: 'counter',
    help: 'Attempts of webhook deliveries by what became of the delivery (succeeded, retrying, held, failed) and by the error, or none.',
    labels: ['outcome', 'error'],
  },
  assay_database_connections: {
    type: 'gauge',
    help: 'Connections of the pool of this process: in_use or idle.',
    labels: ['state'],
  },
  assay_database_waiting: {
    type: 'gauge',
    help: 'Transactions of this process that wait for a connection.',
    labels: [],
  },
} as const satisfies Record<string, PrometheusMetric>

type Own = typeof OWN_METRICS

type Named<Type extends PrometheusMetric['type']> = {
  [Name in keyof Own]: Own[Name]['type'] extends Type ? Name : never
}[keyof Own]

export type CounterName = Named<'counter'>
export type GaugeName = Named<'gauge'>
export type HistogramName = Named<'histogram'>
/** A value for each label of a metric. */
export type Labels<Name extends keyof Own> = Record<Own[Name]['labels'][number], string>

function gauge(help: string, labels: readonly string[] = []): PrometheusMetric {
  return { type: 'gauge', help, labels }
}

function counter(help: string): PrometheusMetric {
  return { type: 'counter', help, labels: [] }
}

/** What `prom-client` measures of every process of Node.js, in its words; some on Linux only. */
export const PROCESS_METRICS: Readonly<Record<string, PrometheusMetric>> = {
  process_cpu_user_seconds_total: counter('Total user CPU time spent in seconds.'),
  process_cpu_system_seconds_total: counter('Total system CPU time spent in seconds.'),
  process_cpu_seconds_total: counter('Total user and system CPU time spent in seconds.'),
  process_start_time_seconds: gauge('Start time of the process since unix epoch in seconds.'),
  process_resident_memory_bytes: gauge('Resident memory size in bytes.'),
  process_virtual_memory_bytes: gauge('Virtual memory size in bytes.'),
  process_heap_bytes: gauge('Process heap size in bytes.'),
  process_open_fds: gauge('Number of open file descriptors.'),
  process_max_fds: gauge('Maximum number of open file descriptors.'),
  nodejs_eventloop_lag_seconds: gauge('Lag of event loop in seconds.'),
  nodejs_eventloop_lag_min_seconds: gauge('The minimum recorded event loop delay.'),
  nodejs_eventloop_lag_max_seconds: gauge('The maximum recorded event loop delay.'),
  nodejs_eventloop_lag_mean_seconds: gauge('The mean of the recorded event loop delays.'),
  nodejs_eventloop_lag_stddev_seconds: gauge(
    'The standard deviation of the recorded event loop delays.',
  ),
  nodejs_eventloop_lag_p50_seconds: gauge('The 50th percentile of the recorded event loop delays.'),
  nodejs_eventloop_lag_p90_seconds: gauge('The 90th percentile of the recorded event loop delays.'),
  nodejs_eventloop_lag_p99_seconds: gauge('The 99th percentile of the recorded event loop delays.'),
  nodejs_active_resources: gauge(
    'Number of active resources that are currently keeping the event loop alive, grouped by async resource type.',
    ['type'],
  ),
  nodejs_active_resources_total: gauge('Total number of active resources.'),
  nodejs_active_handles: gauge(
    'Number of active libuv handles grouped by handle type. Every handle type is C++ class name.',
    ['type'],
  ),
  nodejs_active_handles_total: gauge('Total number of active handles.'),
  nodejs_active_requests: gauge(
    'Number of active libuv requests grouped by request type. Every request type is C++ class name.',
    ['type'],
  ),
  nodejs_active_requests_total: gauge('Total number of active requests.'),
  nodejs_heap_size_total_bytes: gauge('Process heap size from Node.js in bytes.'),
  nodejs_heap_size_used_bytes: gauge('Process heap size used from Node.js in bytes.'),
  nodejs_external_memory_bytes: gauge('Node.js external memory size in bytes.'),
  nodejs_heap_space_size_total_bytes: gauge(
    'Process heap space size total from Node.js in bytes.',
    ['space'],
  ),
  nodejs_heap_space_size_used_bytes: gauge('Process heap space size used from Node.js in bytes.', [
    'space',
  ]),
  nodejs_heap_space_size_available_bytes: gauge(
    'Process heap space size available from Node.js in bytes.',
    ['space'],
  ),
  nodejs_version_info: gauge('Node.js version info.', ['version', 'major', 'minor', 'patch']),
  nodejs_gc_duration_seconds: {
    type: 'histogram',
    help: 'Garbage collection duration by kind, one of major, minor, incremental or weakcb.',
    labels: ['kind'],
  },
}
