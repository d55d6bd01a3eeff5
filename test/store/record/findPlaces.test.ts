import { afterEach, describe, expect, it, vi } from 'vitest';
import { TooMuchWork } from '../../../src/lib/turn/createThread.ts';
import { createContentThread } from '../../../src/store/record/contentThread.ts';
import { findValuePositions, type PositionQuery } from '../../../src/store/record/findPosition.ts';
import { createFindPositions } from '../../../src/store/record/findPositions.ts';

const thread = createContentThread();
afterEach(() => thread.close());

const wantedIn = (path: string, text: string): PositionQuery => ({
  path,
  bytes: Buffer.from(text),
  values: [['title'], ['fields', 'body', 'content', 1], []],
});
const SMALL = wantedIn('pages/en/a.md', '---\nid: 1\ntitle: A\n---\nFirst.\n\nSecond.\n');
const LARGE = wantedIn('pages/en/a.md', `---\nid: 1\ntitle: A\n---\n${'Some *words* of a text.\n\n'.repeat(300)}`);

describe('places in a file', () => {
  it('SEC-36 are found in a thread if it is large, with the same result', async () => {
    const asked = vi.spyOn(thread, 'findPlaces');
    const find = createFindPositions(thread);
    for (const wanted of [SMALL, LARGE]) expect(await find(wanted)).toEqual(findValuePositions(wanted));
    expect(findValuePositions(LARGE)).toEqual([
      { line: 3, column: 1 },
      { line: 7, column: 1 },
      { line: 2, column: 1 },
    ]);
    expect(asked.mock.calls).toEqual([[LARGE]]);
  });

  it('SEC-36 are all the beginning if it takes too long', async () => {
    const find = createFindPositions({ findPlaces: () => Promise.reject(new TooMuchWork('It was ended')) });
    expect(await find(LARGE)).toEqual(LARGE.values.map(() => ({ line: 1, column: 1 })));
  });
});
