import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAutoSaver } from '../../../src/ui/parts/draft/createAutoSaver.ts';
import {
  type DraftedKind,
  type DraftedRecord,
  type DraftRequests,
  editedQuery,
} from '../../../src/ui/parts/draft/draftedKind.ts';
import type { UnsavedWork } from '../../../src/ui/parts/draft/unsavedWork.ts';
import { WireError } from '../../../src/ui/wire/WireError.ts';

const work = (title: string, more: Partial<UnsavedWork> = {}): UnsavedWork => ({
  ...{ values: { title }, saved: { title: 'Old' }, etag: '"r1"', at: '2026-02-01T00:00:00.000Z', createdAt: 'c' },
  ...more,
});

describe('unfinished work', () => {
  const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
  const answer = (status: number, body: object) => Promise.resolve(Response.json(body, { status }));
  const kept = (savedAt: string) => answer(200, { data: { savedAt } });
  const refusal = (status: number) => answer(status, { errors: [{ code: 'X', message: 'no' }] });
  const sent = () =>
    fetch.mock.calls.map(([url, { method, body }]) => [
      `${method} ${url}`,
      typeof body === 'string' ? JSON.parse(body) : null,
    ]);
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const URL_OF_WORK = '/api/admin/work/page/7';

  beforeEach(() => {
    vi.useFakeTimers();
    fetch.mockReset();
    vi.stubGlobal('window', new EventTarget());
    vi.stubGlobal('fetch', fetch);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  const open = (change?: string) => {
    const saver = createAutoSaver({ email: 'a@b.example', change, kind: 'page', id: 7 });
    const states: string[] = [];
    saver.subscribe(() => states.push(saver.state()));
    return { saver, states };
  };

  it('is on its way until the server has it', async () => {
    fetch.mockImplementation(() => kept('t1'));
    const { saver, states } = open();
    expect(saver.state()).toBe('none');
    saver.keep(work('A'));
    expect(saver.state()).toBe('keeping');
    await settle();
    expect(states).toEqual(['keeping', 'kept']);
    expect(sent()).toEqual([
      [
        `PUT ${URL_OF_WORK}`,
        { base: { rev: '"r1"', values: { title: 'Old' } }, values: { title: 'A' }, savedAt: work('A').at },
      ],
    ]);
  });

  it('is sent once more at most, however much was typed while it was on its way', async () => {
    fetch.mockImplementation(() => kept('t1'));
    const { saver } = open('spring');
    for (const title of ['A', 'B', 'C']) saver.keep(work(title));
    await settle();
    expect(sent().at(-1)).toMatchObject([`PUT ${URL_OF_WORK}?change=spring`, { values: { title: 'C' } }]);
    expect(sent().length).toBeLessThanOrEqual(2);
    expect(saver.state()).toBe('kept');
  });

  it('that was typed while the last of it was on its way is sent, too', async () => {
    let arrive = (_: Response): void => undefined;
    fetch.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
    fetch.mockImplementation(() => kept('t2'));
    const { saver } = open();
    saver.keep(work('A'));
    await settle();
    saver.keep(work('B'));
    arrive(await kept('t1'));
    await settle();
    expect(sent().map(([, body]) => body.values)).toEqual([{ title: 'A' }, { title: 'B' }]);
    expect(saver.state()).toBe('kept');
  });

  it('stays in this browser while the server cannot be reached, and is tried again after ten seconds', async () => {
    fetch.mockRejectedValueOnce(new TypeError('offline'));
    fetch.mockImplementation(() => kept('t1'));
    const { saver, states } = open();
    saver.keep(work('A'));
    await settle();
    expect(saver.state()).toBe('local');
    await vi.advanceTimersByTimeAsync(9_999);
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect([fetch.mock.calls.length, states]).toEqual([2, ['keeping', 'local', 'kept']]);
  });

  it('is sent at once when the browser is online again', async () => {
    fetch.mockRejectedValueOnce(new TypeError('offline'));
    fetch.mockImplementation(() => kept('t1'));
    const { saver } = open();
    saver.keep(work('A'));
    await settle();
    window.dispatchEvent(new Event('online'));
    await settle();
    expect(saver.state()).toBe('kept');
  });

  it.each([400, 403, 413])(
    'that the server refuses with %i stays in this browser and is not tried again',
    async (status) => {
      fetch.mockImplementation(() => refusal(status));
      const { saver } = open();
      saver.keep(work('A'));
      await vi.advanceTimersByTimeAsync(60_000);
      expect([saver.state(), fetch.mock.calls.length]).toEqual(['local', 1]);
    },
  );

  it('is not tried again once nobody waits for it', async () => {
    fetch.mockImplementation(() => refusal(503));
    const { saver } = open();
    saver.keep(work('A'));
    await settle();
    saver.close();
    await vi.advanceTimersByTimeAsync(60_000);
    window.dispatchEvent(new Event('online'));
    await settle();
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('that is large is sent without what it is based on', async () => {
    fetch.mockImplementation(() => kept('t1'));
    const { saver } = open();
    saver.keep(work('A', { saved: { text: 'x'.repeat(400_000) } }));
    await settle();
    expect(sent()[0]?.[1].base).toEqual({ rev: '"r1"' });
  });

  it.each([
    [1_000, 1],
    [60_000, 0],
  ])('of %i characters is sent %i times of a window that closes', async (length, times) => {
    fetch.mockImplementation(() => kept('t1'));
    const { saver } = open();
    saver.keepLast(work('x'.repeat(length)));
    await settle();
    expect(fetch).toHaveBeenCalledTimes(times);
    expect(fetch.mock.calls.every(([, init]) => init.keepalive)).toBe(true);
  });

  it('that is saved is forgotten, up to what this window has sent', async () => {
    fetch.mockImplementation(() => kept('t1'));
    const { saver } = open();
    saver.keep(work('A'));
    await settle();
    await saver.forget();
    expect(sent().at(-1)).toEqual([`DELETE ${URL_OF_WORK}?until=t1`, null]);
    expect(saver.state()).toBe('none');
    await saver.forget();
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('that the server never had is not deleted there', async () => {
    const { saver } = open();
    await saver.forget();
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('the record that a form shows', () => {
  const draft = { change: 'draft-7' } as NonNullable<DraftedRecord['draft']>;
  const record = (values: Partial<DraftedRecord> = {}): DraftedRecord => ({ id: 7, createdAt: 'c', ...values });
  const answerOf = (data: DraftedRecord, etag: string, meta?: object) => ({
    data,
    etag,
    commit: null,
    ...(meta && { meta }),
  });

  const read = (requests: Partial<DraftRequests<DraftedRecord>>) => {
    // Only what reading needs.
    const kind = { kind: 'page', requestsFor: () => requests } as unknown as DraftedKind<DraftedRecord>;
    return new QueryClient({ defaultOptions: { queries: { retry: false } } }).fetchQuery(editedQuery(kind, 7));
  };

  it('is what is live where it has no draft', async () => {
    const live = record();
    const readDraft = vi.fn();
    expect(await read({ read: async () => answerOf(live, 'e1'), readDraft })).toEqual({
      ...{ data: live, etag: 'e1', live: null, draft: null, change: null, problems: [], work: null },
    });
    expect(readDraft).not.toHaveBeenCalled();
  });

  it('is its draft where it has one, with what keeps that from being published, and what is live beside it', async () => {
    const [live, edited] = [record({ draft }), record()];
    const meta = { problems: [{ path: ['title'], message: 'must be set', code: 'VALIDATION' }] };
    const shown = await read({
      read: async () => answerOf(live, 'e1'),
      readDraft: async () => answerOf(edited, 'e2', meta),
    });
    expect(shown).toMatchObject({ data: edited, etag: 'e2', live, draft, change: 'draft-7' });
    expect(shown.problems).toMatchObject([{ path: ['title'] }]);
  });

  it('is what is live where its draft has just gone, and nothing where that fails otherwise', async () => {
    const live = record({ draft });
    const failing = (status: number, code: string) =>
      read({
        read: async () => answerOf(live, 'e1'),
        readDraft: async () => {
          throw new WireError({ status, problems: [{ code, message: '' }] });
        },
      });
    expect(await failing(404, 'NOT_FOUND')).toMatchObject({ data: live, live: null, draft: null, change: null });
    await expect(failing(500, 'INTERNAL_ERROR')).rejects.toThrow(WireError);
  });
});
