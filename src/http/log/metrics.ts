import type { Gauge as GaugeOf, Metric, Registry } from 'prom-client';
import { lazily } from '../../lib/list/lazily.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { bytesResult } from '../result.ts';
import type { FinishedRequest, Observer } from './report.ts';

const loadPackage = () => import('prom-client');

/** A gauge that is read whenever the metrics are. */
export interface GaugeSource {
  readonly help: string;
  value(): number | Promise<number>;
}

interface Metrics {
  readonly observe: Observer;
  /** `GET /metrics` in Prometheus' text format 0.0.4. */
  readonly endpoint: Endpoint;
}

/** Metrics of requests by route pattern, method and status, of the process, and `gauges` (name → source). */
export function createMetrics(gauges: Readonly<Record<string, GaugeSource>> = {}): Metrics {
  const requests = createRequestFigures();
  const registry = lazily(() => openRegistry(gauges, requests.metrics));
  return { observe: requests.observe, endpoint: metricsEndpoint(registry) };
}

/** Made when the metrics are first asked for, so that a start does not wait for it. */
async function openRegistry(
  gauges: Readonly<Record<string, GaugeSource>>,
  metrics: readonly Metric[],
): Promise<Registry> {
  const { collectDefaultMetrics, Gauge, Registry } = await loadPackage();
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const metric of metrics) registry.registerMetric(metric);
  for (const [name, source] of Object.entries(gauges)) {
    const gauge: GaugeOf<string> = new Gauge({
      name,
      help: source.help,
      registers: [registry],
      collect: async () => gauge.set(await source.value()),
    });
  }
  return registry;
}

const metricsEndpoint = (registry: () => Promise<Registry>): Endpoint =>
  defineEndpoint({
    method: 'GET',
    path: '/metrics',
    summary: 'Read metrics for Prometheus',
    access: 'open',
    result: bytesResult('text/plain'),
    // Only loads the package: an open registry observes the process, so it waits until somebody asks.
    prepare: loadPackage,
    async handle() {
      const opened = await registry();
      return { raw: await opened.metrics(), type: opened.contentType };
    },
  });

/** From 1 ms to 10 s, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/**
 * Other methods are counted as `other`: each label value lives as long as the process, and callers may send any word.
 */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

/** The requests of one method, route and status. */
interface Series {
  readonly labels: Readonly<Record<'method' | 'route' | 'status', string | number>>;
  count: number;
  seconds: number;
  /** Requests by the first bucket that their time fits into; those beyond the last bucket are only in `count`. */
  readonly fitting: number[];
}

interface Sample {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** Counts requests and their times by route pattern, method and status. */
interface RequestFigures {
  readonly observe: Observer;
  readonly metrics: readonly Metric[];
}

/** Plain counters: those of prom-client took a tenth of the time of an answer from memory. */
function createRequestFigures(): RequestFigures {
  const byRoute = new Map<string, Series[]>();
  const all = (): readonly Series[] => [...byRoute.values()].flat();
  return {
    observe(finished) {
      const series = findSeries(byRoute, finished);
      const seconds = finished.ms / 1000;
      series.count += 1;
      series.seconds += seconds;
      const bucket = BUCKETS.findIndex((bound) => seconds <= bound);
      if (bucket >= 0) series.fitting[bucket]! += 1;
    },
    metrics: [
      toMetric('counter', { name: 'quire_http_requests_total', help: 'Requests answered' }, (name) =>
        all().map(({ labels, count }) => ({ metricName: name, labels, value: count })),
      ),
      toMetric(
        'histogram',
        { name: 'quire_http_request_duration_seconds', help: 'From the request to the last byte of its answer' },
        (name) => all().flatMap((series) => toHistogram(name, series)),
      ),
    ],
  };
}

function findSeries(byRoute: Map<string, Series[]>, { method: sent, route, status }: FinishedRequest): Series {
  const method = METHODS.has(sent) ? sent : 'other';
  const known = byRoute.get(route)?.find(({ labels }) => labels.status === status && labels.method === method);
  if (known) return known;
  const series = { labels: { method, route, status }, count: 0, seconds: 0, fitting: BUCKETS.map(() => 0) };
  byRoute.set(route, [...(byRoute.get(route) ?? []), series]);
  return series;
}

function toHistogram(name: string, { labels, count, seconds, fitting }: Series): readonly Sample[] {
  let sum = 0;
  const buckets = BUCKETS.map((le, index) => {
    sum += fitting[index]!;
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: sum };
  });
  return [
    ...buckets,
    { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: count },
    { metricName: `${name}_sum`, labels, value: seconds },
    { metricName: `${name}_count`, labels, value: count },
  ];
}

type MetricHeading = Readonly<Record<'name' | 'help', string>>;

/** A metric as a registry uses it, which needs only the name, the help and `get`. */
const toMetric = (
  type: 'counter' | 'histogram',
  named: MetricHeading,
  read: (name: string) => readonly Sample[],
): Metric => ({ ...named, get: async () => ({ ...named, type, values: read(named.name) }) }) as unknown as Metric;
