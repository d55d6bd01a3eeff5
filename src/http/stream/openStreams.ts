import type { Proposals } from '../../proposal/proposals.ts';
import { createEventStreams, type EventStreams } from './eventStreams.ts';

interface Options {
  readonly jobs: Omit<Parameters<typeof createEventStreams>[0], 'identify'>;
  readonly identify: Parameters<typeof createEventStreams>[0]['identify'];
  readonly proposals: Pick<Proposals, 'subscribe'>;
  readonly clock: () => Date;
}

/** Opens the event streams: what happens to live content and to changes. */
export function openStreams({ jobs, identify, proposals, clock }: Options): { readonly streams: EventStreams } {
  const streams = createEventStreams({ ...jobs, identify });
  proposals.subscribe(({ type, name }) =>
    streams.tell(type, { type, timestamp: clock().toISOString(), data: { name } }),
  );
  return { streams };
}
