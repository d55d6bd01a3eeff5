import type { Gauge as GaugeOf, Metric, Registry } from 'prom-client';
import { lazily } from '../../lib/list/lazily.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { bytesResult } from '../result.ts';
import type { Observer } from './report.ts';
import { createRequestFigures } from './requestFigures.ts';

const loadPackage = () => import('prom-client');

/** A figure that is read when the metrics are. */
export interface GaugeSource {
  readonly help: string;
  value(): number | Promise<number>;
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
    summary: 'Figures for Prometheus',
    access: 'open',
    result: bytesResult('text/plain'),
    // The registry observes the process from then on: it is opened for those who ask.
    prepare: loadPackage,
    async handle() {
      const opened = await registry();
      return { raw: await opened.metrics(), type: opened.contentType };
    },
  });
