import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { TooMuchWork } from '../../../src/lib/turn/createThread.ts';
import { type MergeableRecord, mergeRecord } from '../../../src/model/merge/mergeRecordData.ts';
import type { ThreeVersions } from '../../../src/model/merge/threeVersions.ts';
import type { Kind } from '../../../src/model/records.ts';
import { createMergeRecords } from '../../../src/store/merge/mergeRecords.ts';
import { createContentThread } from '../../../src/store/record/contentThread.ts';
import { countTurns } from '../../countTurns.ts';
import { runs } from '../../effort.ts';
import { edit } from '../../model/merge/edit.ts';
import { pageData, paragraph, schemas, text } from '../../model/merge/fixtures.ts';
import { SAMPLES } from '../../model/merge/samples.ts';

const thread = createContentThread();
const asked = vi.spyOn(thread, 'mergeRecord');
beforeEach(() => void asked.mockClear());
afterAll(() => thread.close());
const merge = createMergeRecords(thread);

/** More characters than are merged in place. */
const PADDING = { padding: 'x'.repeat(40_000) };

const versionsOf = (base: object, ours: object, theirs: object): ThreeVersions<MergeableRecord> => ({
  base: { data: base },
  ours: { data: ours },
  theirs: { data: theirs },
});

const lines = (count: number, line: (index: number) => string): object =>
  pageData({ fields: { textarea: Array.from({ length: count }, (_, index) => line(index)).join('\n') } });

describe('a merge of records', () => {
  it('gives in a thread what it gives in place', async () => {
    const kinds = fc.constantFrom(...(Object.keys(SAMPLES) as Kind[]));
    const seeds = fc.array(fc.nat(), { maxLength: 4 });
    const property = fc.asyncProperty(kinds, seeds, seeds, async (kind, our, their) => {
      const base = { ...SAMPLES[kind], ...PADDING };
      const apply = (edits: readonly number[]): object => edits.reduce<unknown>(edit, base) as object;
      const versions = versionsOf(base, apply(our), apply(their));
      expect(await merge(versions, { kind, schemas })).toEqual(mergeRecord(versions, { kind, schemas }));
    });
    await fc.assert(property, { numRuns: runs(200) });
    expect(asked).toHaveBeenCalled();
  });

  it.each([
    ['deleted here', { base: { data: pageData() }, ours: undefined, theirs: { id: 7, data: pageData(PADDING) } }],
    [
      'added on both sides',
      { base: undefined, ours: { id: 7, data: pageData(PADDING) }, theirs: { id: 8, data: pageData() } },
    ],
  ])('gives the same for a record that is %s', async (_, versions: ThreeVersions<MergeableRecord>) => {
    const merged = await merge(versions, { kind: 'page', schemas });
    expect(merged).toEqual(mergeRecord(versions, { kind: 'page', schemas }));
    expect(merged.clashes).toHaveLength(1);
  });

  it.each([
    [
      'a text of many lines',
      ...['ab', 'ba', 'aab'].map((order) => lines(20_000, (index) => order[index % order.length]!)),
    ],
    [
      'a long rich text',
      ...['one', 'two', 'three'].map((word) =>
        pageData({
          fields: {
            richtext: { type: 'doc', content: Array.from({ length: 800 }, (_, n) => paragraph(text(`${n} ${word}`))) },
          },
        }),
      ),
    ],
  ])('leaves others their turns while it merges %s', async (_, base, ours, theirs) => {
    const versions = versionsOf(base as object, ours as object, theirs as object);
    // Starts the thread.
    await merge(versions, { kind: 'page', schemas });
    const { turns, value } = await countTurns(() => merge(versions, { kind: 'page', schemas }));
    expect(value).toEqual(mergeRecord(versions, { kind: 'page', schemas }));
    // In place, nobody has any.
    expect(turns).toBeGreaterThan(0);
  });

  it('needs no thread if the record is small', async () => {
    const versions = versionsOf(pageData(), pageData({ title: 'Ours' }), pageData({ title: 'Theirs' }));
    expect((await merge(versions, { kind: 'page', schemas })).clashes).toHaveLength(1);
    expect(asked).not.toHaveBeenCalled();
  });

  it('is refused if it takes too long', async () => {
    const slow = createMergeRecords({ mergeRecord: () => Promise.reject(new TooMuchWork('It was ended')) });
    const merging = slow(versionsOf(pageData(PADDING), pageData(), pageData()), { kind: 'page', schemas });
    await expect(merging).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });
});
