import type { Proposals } from '../../proposal/proposals.ts';
import { createEventStreams, type EventStreams } from './eventStreams.ts';
import { createPresence, type Presence } from './presence.ts';

interface Options {
  readonly jobs: Omit<Parameters<typeof createEventStreams>[0], 'identify'>;
  readonly identify: Parameters<typeof createEventStreams>[0]['identify'];
  readonly proposals: Pick<Proposals, 'subscribe'>;
  readonly clock: () => Date;
}

/** Opens the event streams: what happens to live content, to changes, and who has which record open. */
export function openStreams({ jobs, identify, proposals, clock }: Options): {
  readonly streams: EventStreams;
  readonly presence: Presence;
} {
  const streams = createEventStreams({ ...jobs, identify });
  const tell = (type: string, data: object): void =>
    streams.tell(type, { type, timestamp: clock().toISOString(), data });
  proposals.subscribe(({ type, name }) => tell(type, { name }));
  const presence = createPresence({ clock, tell: (record, people) => tell('presence', { ...record, people }) });
  return { streams, presence };
}
