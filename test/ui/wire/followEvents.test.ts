import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { invalidateOnEvents } from '../../../src/ui/wire/invalidateOnEvents.ts';

/** A stream as a browser has it: after a refusal it is closed for good. */
class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static opened: Stream[] = [];
  readyState = 0;
  constructor() {
    super();
    Stream.opened.push(this);
  }
  refuse(): void {
    this.readyState = Stream.CLOSED;
    this.dispatchEvent(new Event('error'));
  }
  close(): void {
    this.readyState = Stream.CLOSED;
  }
}

beforeEach(() => {
  Stream.opened = [];
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Stream);
  // As where a page is not served safely: each window listens for itself.
  vi.stubGlobal('navigator', {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('asks again for the events when they were refused, and takes nothing for fresh that came before', async () => {
  const client = new QueryClient();
  client.setQueryData(['menu', 1], {});
  const stop = invalidateOnEvents(client);
  Stream.opened[0]?.refuse();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Stream.opened).toHaveLength(2);
  expect(client.getQueryState(['menu', 1])?.isInvalidated).toBe(false);
  Stream.opened[1]?.dispatchEvent(new Event('open'));
  expect(client.getQueryState(['menu', 1])?.isInvalidated).toBe(true);

  Stream.opened[1]?.refuse();
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Stream.opened).toHaveLength(2);
});

it('takes overviews for outdated where a record has changed, and not where somebody has opened one', async () => {
  const client = new QueryClient();
  client.setQueryData(['dashboard'], {});
  client.setQueryData(['presence'], []);
  const stop = invalidateOnEvents(client, { presence: () => ['presence'] });
  onTestFinished(stop);
  const tell = async (name: string, data: object): Promise<void> => {
    Stream.opened[0]?.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
    await vi.advanceTimersByTimeAsync(1000);
  };
  await tell('presence', { kind: 'page', id: 1, people: [] });
  expect(client.getQueryState(['presence'])?.isInvalidated).toBe(true);
  expect(client.getQueryState(['dashboard'])?.isInvalidated).toBe(false);
  await tell('page.updated', {});
  expect(client.getQueryState(['dashboard'])?.isInvalidated).toBe(true);
});
