import { afterEach, describe, expect, it, vi } from 'vitest';
import { TooMuchWork } from '../../../src/lib/turn/createThread.ts';
import { createContentThread } from '../../../src/store/record/contentThread.ts';
import { findValuePlaces, type PlacesToFind } from '../../../src/store/record/findPlace.ts';
import { createFindPlaces } from '../../../src/store/record/findPlaces.ts';

const thread = createContentThread();
afterEach(() => thread.close());

const wantedIn = (path: string, text: string): PlacesToFind => ({
  path,
  bytes: Buffer.from(text),
  values: [['title'], ['fields', 'body', 'content', 1], []],
});
const SMALL = wantedIn('pages/en/a.md', '---\nid: 1\ntitle: A\n---\nFirst.\n\nSecond.\n');
const LARGE = wantedIn('pages/en/a.md', `---\nid: 1\ntitle: A\n---\n${'Some *words* of a text.\n\n'.repeat(300)}`);

describe('places in a file', () => {
  it('SEC-36 are found in a thread if it is large, with the same result', async () => {
    const asked = vi.spyOn(thread, 'findPlaces');
    const find = createFindPlaces(thread);
    for (const wanted of [SMALL, LARGE]) expect(await find(wanted)).toEqual(findValuePlaces(wanted));
    expect(findValuePlaces(LARGE)).toEqual([
      { line: 3, column: 1 },
      { line: 7, column: 1 },
      { line: 2, column: 1 },
    ]);
    expect(asked.mock.calls).toEqual([[LARGE]]);
  });

  it('SEC-36 are all the beginning if it takes too long', async () => {
    const find = createFindPlaces({ findPlaces: () => Promise.reject(new TooMuchWork('It was ended')) });
    expect(await find(LARGE)).toEqual(LARGE.values.map(() => ({ line: 1, column: 1 })));
  });
});
