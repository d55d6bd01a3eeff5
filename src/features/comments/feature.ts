import { defineFeature } from '../../extend/feature.ts';
import type { RecordRef } from '../../model/entry.ts';
import { commentEndpoints } from './endpoints.ts';
import { createGuestComments, GUEST_COMMENTS } from './guests.ts';
import { noticesOf } from './noticesOf.ts';
import { openThreads } from './openThreads.ts';
import type { CommentEvent } from './parts.ts';

export { GUEST_COMMENTS, type GuestComments } from './guests.ts';

/** What people say to each other about records, fields and passages. */
export const comments = defineFeature({
  name: 'comments',
  open({ live, inbox, clock, privateDir, requireSpace, announceEvent, offer, onError }) {
    const report = (error: unknown): void => onError(error, 'Comments could not be kept');
    const threads = openThreads({ privateDir, requireSpace, onError: report });
    const ownerOf = (record: RecordRef | null): string | undefined => {
      const entry = record && live.store.get(record.kind, record.id);
      return entry ? live.history.ownerOf(entry.path) : undefined;
    };
    async function onComment(event: CommentEvent): Promise<void> {
      const { type, comment, thread, by } = event;
      const { id, record, change } = thread;
      const key = `${type}:${comment}:${clock().toISOString()}`;
      const notices = noticesOf(event, ownerOf(record));
      const told = notices.flatMap(({ people }) => people);
      announceEvent({ type, key, record, change, by, data: { thread: id, comment }, told });
      for (const { people, subject } of notices) await inbox.notify(people, subject);
    }
    const parts = { threads, clock, onComment, onError: report };
    offer(GUEST_COMMENTS, createGuestComments(parts));
    return {
      endpoints: ({ live, proposals }) => commentEndpoints({ ...parts, live, proposals }),
      // Ten thousand files take as long as people wait for a first answer.
      start: () => void threads.list().catch(report),
      close: async () => undefined,
    };
  },
});
