import type { Gauge, Metric, Registry } from 'prom-client';
import { lazily } from '../lib/lazily.ts';
import { loadLazily } from '../lib/loadLazily.ts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import type { Observer } from './report.ts';
import { createRequestFigures } from './requestFigures.ts';
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

/** Counts requests by route pattern, method and status, beside the process' own figures and `gauges` (name → source). */
export function createMetrics(gauges: Readonly<Record<string, GaugeSource>> = {}): Metrics {
  const requests = createRequestFigures();
  const registry = lazily(() => openRegistry(gauges, requests.metrics));
  return { observe: requests.observe, endpoint: metricsEndpoint(registry) };
}

/** Made when the figures are first asked for: a start does not wait for it. */
function openRegistry(gauges: Readonly<Record<string, GaugeSource>>, metrics: readonly Metric[]): Registry {
  const { collectDefaultMetrics, Registry } = promPackage();
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const metric of metrics) registry.registerMetric(metric);
  addGauges(registry, gauges);
  return registry;
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

const metricsEndpoint = (registry: () => Registry): Endpoint =>
  defineEndpoint({
    method: 'GET',
    path: '/metrics',
    summary: 'Figures for Prometheus',
    access: 'open',
    result: bytesResult('text/plain'),
    handle: async () => ({ raw: await registry().metrics(), type: registry().contentType }),
  });
