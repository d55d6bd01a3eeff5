import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { bytesResult } from '../result.ts';
import type { EventStreams } from '../stream/eventStreams.ts';

export interface EventDeps {
  readonly streams: Pick<EventStreams, 'open'>;
}

/** Events of the content, as they happen. */
export const eventEndpoints = ({ streams }: EventDeps): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/events',
    summary: 'Follow events as server-sent events; Last-Event-ID continues after an event or a commit',
    access: 'viewer',
    result: bytesResult('text/event-stream'),
    handle: ({ headers, actor }) => ({
      raw: streams.open(headers, actor!),
      type: 'text/event-stream; charset=utf-8',
      // Tells proxies not to buffer.
      headers: { 'X-Accel-Buffering': 'no' },
    }),
  }),
];
