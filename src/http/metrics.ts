import type { Gauge, Registry } from 'prom-client';
import { lazily } from '../lib/lazily.ts';
import { loadLazily } from '../lib/loadLazily.ts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import type { Observer } from './report.ts';
import { bytesResult } from './result.ts';

const promPackage = loadLazily<typeof import('prom-client')>('prom-client');

/** A figure that is read when the metrics are. */
export interface GaugeSource {
  readonly help: string;
  value(): number;
}

export interface Metrics {
  readonly observe: Observer;
  /** `GET /metrics` in Prometheus' text format 0.0.4. */
  readonly endpoint: Endpoint;
}

/** From 1 ms to 10 s, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const LABELS = ['method', 'route', 'status'] as const;
/** Any other word a caller sends as a method: each label value lives for as long as the process. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

/** Counts requests by route pattern, method and status, beside the process' own figures and `gauges` (name → source). */
export function createMetrics(gauges: Readonly<Record<string, GaugeSource>> = {}): Metrics {
  const open = lazily(() => openRegistry(gauges));
  return { observe: (request) => open().observe(request), endpoint: metricsEndpoint(() => open().registry) };
}

/** Made with the first request: a start does not wait for it. */
function openRegistry(gauges: Readonly<Record<string, GaugeSource>>) {
  const { collectDefaultMetrics, Registry } = promPackage();
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addGauges(registry, gauges);
  return { registry, observe: measureRequests(registry) };
}

function addGauges(registry: Registry, gauges: Readonly<Record<string, GaugeSource>>): void {
  for (const [name, source] of Object.entries(gauges)) {
    const gauge: Gauge = new (promPackage().Gauge)({
      name,
      help: source.help,
      registers: [registry],
      collect: () => gauge.set(source.value()),
    });
  }
}

function measureRequests(registry: Registry): Observer {
  const { Counter, Histogram } = promPackage();
  const options = { labelNames: LABELS, registers: [registry] };
  const count = new Counter({ ...options, name: 'quire_http_requests_total', help: 'Requests answered' });
  const duration = new Histogram({
    ...options,
    name: 'quire_http_request_duration_seconds',
    help: 'From the request to the last byte of its answer',
    buckets: BUCKETS,
  });
  return ({ method, route, status, ms }) => {
    const labels = { method: METHODS.has(method) ? method : 'other', route, status };
    count.inc(labels);
    duration.observe(labels, ms / 1000);
  };
}

const metricsEndpoint = (registry: () => Registry): Endpoint =>
  defineEndpoint({
    method: 'GET',
    path: '/metrics',
    summary: 'Figures for Prometheus',
    access: 'open',
    result: bytesResult('text/plain'),
    handle: async () => ({ raw: await registry().metrics(), type: registry().contentType }),
  });
