import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { bytesResult } from '../result.ts';
import type { EventStreams } from '../stream/eventStreams.ts';

export interface EventDeps {
  readonly streams: Pick<EventStreams, 'open'>;
}

/** What happens to the content, as it happens. */
export const eventEndpoints = ({ streams }: EventDeps): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/events',
    summary: 'Follow what happens as server-sent events; Last-Event-ID goes on after an event or a commit',
    access: 'viewer',
    result: bytesResult('text/event-stream'),
    handle: ({ headers }) => ({
      raw: streams.open(headers),
      type: 'text/event-stream; charset=utf-8',
      // Proxies are not to wait for more.
      headers: { 'X-Accel-Buffering': 'no' },
    }),
  }),
];
