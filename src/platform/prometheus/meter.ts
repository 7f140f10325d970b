import {
  OWN_METRICS,
  type CounterName,
  type GaugeName,
  type HistogramName,
  type Labels,
  type PrometheusMetric,
} from './list.ts'

/** Counts what happens; the names and their labels are those of the list. */
export interface Meter {
  count<Name extends CounterName>(name: Name, labels: Labels<Name>): void
  /** In the unit that the name ends with. */
  observe<Name extends HistogramName>(name: Name, labels: Labels<Name>, value: number): void
}

/** A meter whose page can be read. */
export interface OpenMeter extends Meter {
  set<Name extends GaugeName>(name: Name, labels: Labels<Name>, value: number): void
  /** For a total that somebody else counts. */
  setTotal<Name extends CounterName>(name: Name, labels: Labels<Name>, value: number): void
  /** Drops the values of a gauge that could not be read this time. */
  forget(name: GaugeName): void
  /** Everything in the text format of Prometheus. */
  print(): Promise<string>
  readonly contentType: string
}

/** For a process that nobody watches. */
export const NO_METER: Meter = { count: () => {}, observe: () => {} }

/** The event loop is looked at so often; each look costs a wake of the process. */
const EVENT_LOOP_MS = 20

/** A meter with all metrics of the list, and those of the process. */
export async function openMeter(): Promise<OpenMeter> {
  // Loading it takes as long as a fifth of a start, which a process without metrics need not spend.
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_MS })
  const counters = new Map<string, InstanceType<typeof Counter>>()
  const gauges = new Map<string, InstanceType<typeof Gauge>>()
  const histograms = new Map<string, InstanceType<typeof Histogram>>()
  for (const [name, declared] of Object.entries<PrometheusMetric>(OWN_METRICS)) {
    const { type, help, labels, buckets = [] } = declared
    const settings = { name, help, labelNames: [...labels], registers: [registry] }
    if (type === 'counter') counters.set(name, new Counter(settings))
    else if (type === 'gauge') gauges.set(name, new Gauge(settings))
    else histograms.set(name, new Histogram({ ...settings, buckets: [...buckets] }))
  }
  return {
    contentType: registry.contentType,
    count: (name, labels) => counters.get(name)!.inc(labels),
    observe: (name, labels, value) => histograms.get(name)!.observe(labels, value),
    set: (name, labels, value) => gauges.get(name)!.set(labels, value),
    setTotal: (name, labels, value) => {
      const counter = counters.get(name)!
      counter.remove(labels)
      counter.inc(labels, value)
    },
    forget: (name) => gauges.get(name)!.reset(),
    print: () => registry.metrics(),
  }
}
