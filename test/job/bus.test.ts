import { expect, it, onTestFinished } from 'vitest';
import { createBus, type EventBatch } from '../../src/job/bus.ts';
import type { Page } from '../../src/model/entities/page.ts';
import type { Entry, EntryChange } from '../../src/model/entry.ts';
import { createAnnouncements } from '../../src/site/announcements.ts';
import { until } from '../http/makeServer.ts';

const AT = '2026-02-01T12:00:00.000Z';

function pageOf(id: number, title: string): Entry<Page> {
  const head = { locale: 'en', slug: `page-${id}`, type: 'plain', title, status: 'published', slugOverride: false };
  const data = { ...head, terms: {}, seo: {}, fields: {}, regions: {} } as Page;
  const path = `pages/en/page-${id}.yaml`;
  return { kind: 'page', id, key: `en/page-${id}`, path, rev: 'r', createdAt: AT, updatedAt: AT, data };
}

function makeBus({
  findClashes = async () => [],
  onError = (error) => {
    throw error;
  },
}: Partial<Pick<Parameters<typeof createBus>[0], 'findClashes' | 'onError'>> = {}) {
  const announcements = createAnnouncements((error) => {
    throw error;
  });
  const bus = createBus({
    announcements,
    lookup: { find: () => [] },
    clock: () => new Date(AT),
    head: 'c0',
    commitOf: () => null,
    findReach: () => null,
    findClashes,
    onError,
  });
  onTestFinished(() => bus.close());
  const rename = (id: number): EntryChange => ({
    kind: 'page',
    before: pageOf(id, 'Before'),
    after: pageOf(id, 'After'),
  });
  const commit = (name: string, pages: number, origin: 'write' | 'outside' = 'write'): void => {
    const changes = Array.from({ length: pages }, (_, index) => rename(index + 1));
    announcements.announce(changes, { commit: name, origin });
  };
  return { bus, commit };
}

const shown = ({ from, to, happenings }: EventBatch) => [from.commit, to.commit, happenings.length];

it('sends the events of a commit of few changes at once', () => {
  const { bus, commit } = makeBus();
  const told: EventBatch[] = [];
  bus.subscribe((batch) => told.push(batch));
  commit('c1', 2);
  expect(told.map(shown)).toEqual([['c0', 'c1', 2]]);
  expect(bus.position().commit).toBe('c1');
});

it('SEC-36 sends the events of a commit of thousands when they are found, and later ones after them', async () => {
  const { bus, commit } = makeBus();
  const told: EventBatch[] = [];
  bus.subscribe((batch) => told.push(batch));
  commit('c1', 3_000);
  commit('c2', 1);
  expect(told).toEqual([]);
  expect(bus.position().commit).toBe('c0');
  // A listener that subscribes now has missed nothing.
  const later: EventBatch[] = [];
  bus.subscribe((batch) => later.push(batch));
  await until(() => told.length === 2);
  expect(told.map(shown)).toEqual([
    ['c0', 'c1', 3_000],
    ['c1', 'c2', 1],
  ]);
  expect(later).toEqual(told);
  expect(bus.position().commit).toBe('c2');
  commit('c3', 1);
  expect(told).toHaveLength(3);
});

it('sends the events of pages even if the clashes of a merge cannot be read', async () => {
  const failure = new Error('cannot be read');
  const errors: unknown[] = [];
  const { bus, commit } = makeBus({
    findClashes: () => Promise.reject(failure),
    onError: (error) => errors.push(error),
  });
  const told: EventBatch[] = [];
  bus.subscribe((batch) => told.push(batch));
  commit('c1', 2, 'outside');
  await until(() => told.length > 0);
  expect(told.map(shown)).toEqual([['c0', 'c1', 2]]);
  expect(errors).toEqual([failure]);
});
