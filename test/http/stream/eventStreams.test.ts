import { expect, it, onTestFinished, vi } from 'vitest';
import { createEventStreams } from '../../../src/http/stream/eventStreams.ts';
import type { EventBatch, EventCursor } from '../../../src/job/bus.ts';
import type { EventFeed, FeedSubscriber } from '../../../src/job/feed.ts';
import type { Happening } from '../../../src/job/happening.ts';
import { actorOf, until } from '../makeServer.ts';

const cursor: EventCursor = { commit: 'a'.repeat(40), at: '2026-02-01T12:00:00.000Z' };
// Only what is shown of it matters here.
const happening = { type: 'page.updated', key: 'k' } as Happening;
const batch: EventBatch = { from: cursor, to: cursor, happenings: [happening], isMove: false };

function makeStreams(payload: object, identify: () => Promise<ReturnType<typeof actorOf>>, resume = () => undefined) {
  const followers = new Set<FeedSubscriber>();
  const feed: EventFeed = {
    position: () => cursor,
    follow(_, follower) {
      followers.add(follower);
      return { resume, stop: () => void followers.delete(follower) };
    },
  };
  const streams = createEventStreams({ feed, identify, show: () => payload });
  return { streams, followers, tell: () => [...followers].map(({ take }) => take(batch)) };
}

it('a client that does not read is cut off before much has piled up', async () => {
  const { streams, followers, tell } = makeStreams({ text: 'x'.repeat(100_000) }, async () => actorOf('viewer'));
  const stream = streams.open({}, actorOf('viewer'));
  for (let count = 0; count < 10; count++) tell();
  expect([stream.destroyed, streams.count()]).toEqual([false, 1]);
  tell();
  await until(() => streams.count() === 0);
  expect([stream.destroyed, followers.size]).toEqual([true, 0]);
});

it('nothing is sent after the end, nor after the credential has ended', async () => {
  let isGood = true;
  const { streams, tell } = makeStreams({ told: 1 }, async () => {
    if (!isGood) throw new Error('ended');
    return actorOf('viewer');
  });
  const stream = streams.open({}, actorOf('viewer'));
  const errors: unknown[] = [];
  stream.on('error', (error) => errors.push(error));
  let text = '';
  stream.on('data', (chunk) => {
    text += chunk;
  });
  tell();
  await until(() => text.includes('told'));
  isGood = false;
  tell();
  tell();
  streams.close();
  await until(() => stream.closed);
  expect(text.match(/told/g)).toHaveLength(1);
  expect(errors).toEqual([]);
});

it('a stream that somebody opens while the server stops ends at once, so that it does not hold up the stop', async () => {
  const { streams, followers } = makeStreams({}, async () => actorOf('viewer'));
  streams.close();
  const stream = streams.open({}, actorOf('viewer'));
  stream.resume();
  await until(() => stream.closed);
  expect([streams.count(), followers.size]).toEqual([0, 0]);
});

/** A batch of many small events: some 6 MB. */
const manyEvents: EventBatch = {
  ...batch,
  happenings: Array.from({ length: 40_000 }, (_, at) => ({ type: 'page.updated', key: String(at) }) as Happening),
};

it('a batch of many events is sent in pieces, as fast as it is read, and later events wait', async () => {
  const resume = vi.fn(() => undefined);
  const { streams, followers } = makeStreams({ text: 'x'.repeat(100) }, async () => actorOf('viewer'), resume);
  const stream = streams.open({}, actorOf('viewer'));
  const [follower] = followers;
  expect([follower!.take(manyEvents), follower!.take(batch)]).toEqual([true, false]);
  let [events, most] = [0, 0];
  for await (const chunk of stream) {
    events += String(chunk).match(/^event: /gm)?.length ?? 0;
    most = Math.max(most, stream.readableLength);
    await new Promise(setImmediate);
    if (events === manyEvents.happenings.length) break;
  }
  expect(events).toBe(40_000);
  expect(most).toBeLessThan(200_000);
  expect(resume).toHaveBeenCalledTimes(1);
});

it('a client that stops reading in the middle of a batch is cut off', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { streams, followers } = makeStreams({ text: 'x'.repeat(100) }, async () => actorOf('viewer'));
  const stream = streams.open({}, actorOf('viewer'));
  const [follower] = followers;
  follower!.take(manyEvents);
  await until(() => stream.readableLength > 64 * 1024);
  vi.advanceTimersByTime(15_000);
  expect(stream.destroyed).toBe(false);
  vi.advanceTimersByTime(15_000);
  await until(() => streams.count() === 0);
  expect([stream.destroyed, followers.size]).toEqual([true, 0]);
});

it('a caller with too many streams is refused, and may open one again when one has ended; others may go on', async () => {
  const { streams } = makeStreams({}, async () => actorOf('viewer'));
  const own = Array.from({ length: 50 }, () => streams.open({}, actorOf('viewer')));
  const refused = expect.objectContaining({ code: 'RATE_LIMITED', retryAfterSeconds: 10 });
  expect(() => streams.open({}, actorOf('viewer'))).toThrow(refused);
  streams.open({}, { ...actorOf('viewer'), id: 2 });
  own[0]!.destroy();
  await until(() => streams.count() === 50);
  streams.open({}, actorOf('viewer'));
  expect(() => streams.open({}, actorOf('viewer'))).toThrow(refused);
});

it('refuses streams when all callers together have too many', () => {
  const { streams } = makeStreams({}, async () => actorOf('viewer'));
  for (let count = 0; count < 2000; count++) streams.open({}, { ...actorOf('viewer'), id: count });
  expect(() => streams.open({}, { ...actorOf('viewer'), id: 2000 })).toThrow(
    expect.objectContaining({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 10 }),
  );
  streams.close();
});

it('makes the text of an event once for all streams', async () => {
  let made = 0;
  const { streams, tell } = makeStreams({ toJSON: () => ({ made: ++made }) }, async () => actorOf('viewer'));
  const texts = ['', ''];
  for (const index of [0, 1])
    streams.open({}, actorOf('viewer')).on('data', (chunk) => {
      texts[index] += chunk;
    });
  tell();
  await until(() => texts.every((text) => text.includes('made')));
  expect(made).toBe(1);
  expect(texts[0]).toBe(texts[1]);
});
