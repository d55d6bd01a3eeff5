import { describe, expect, it, vi } from 'vitest';
import { createFormDocument } from '../../../src/ui/form/document.ts';
import { recordStep, toPathKey } from '../../../src/ui/form/history.ts';
import { problemsOfTexts, textName } from '../../../src/ui/form/typedTexts.ts';

const START = {
  title: 'A',
  fields: { rows: [{ name: 'a' }] },
  regions: {
    main: [
      { key: 'k1', fields: {} },
      { key: 'k2', fields: {} },
    ],
  },
};
const open = (values: Readonly<Record<string, unknown>> = START) => createFormDocument(values, () => 0);

describe('what is unsaved', () => {
  it('is what differs from the server, also after it is put back by hand', () => {
    const form = open();
    expect([form.isChanged(), form.canUndo(), form.restored()]).toEqual([false, false, undefined]);
    form.set(['title'], 'B');
    expect([form.isChanged(), form.saved()]).toEqual([true, START]);
    form.set(['title'], 'A');
    expect([form.isChanged(), form.canUndo()]).toEqual([false, true]);
  });

  it('goes with a reset, which can be undone', () => {
    const form = open();
    form.set(['title'], 'B');
    form.setProblems([{ code: 'X', message: 'x', path: ['title'] }]);
    form.reset();
    expect([form.values(), form.problems(), form.isChanged()]).toEqual([START, [], false]);
    form.undo();
    expect(form.at(['title'])).toBe('B');
  });

  it('of an earlier visit is shown without being a step', () => {
    const form = open();
    form.load({ ...START, title: 'Earlier' });
    expect([form.isChanged(), form.canUndo(), form.at(['title'])]).toEqual([true, false, 'Earlier']);
  });

  it('is kept when other values arrive, and what nobody changed stays the very same', () => {
    const form = open();
    form.set(['title'], 'Mine');
    const { regions } = form.values();
    form.rebaseTo(JSON.parse(JSON.stringify({ ...START, title: 'Theirs', slug: 'new' })));
    expect(form.values()).toEqual({ ...START, title: 'Mine', slug: 'new' });
    expect(form.values()['regions']).toBe(regions);
    form.rebaseTo({ ...START, title: 'Third' }, { settle: ({ theirs }) => theirs });
    expect([form.at(['title']), form.isChanged()]).toEqual(['Third', false]);
  });
});

describe('steps', () => {
  it('made together are one, and none if nothing has changed', () => {
    const form = open();
    const step = form.together(() => {
      form.set(['title'], 'B');
      form.together(() => form.set(['fields', 'rows', 0, 'name'], 'b'));
    });
    expect(step?.path).toEqual([]);
    expect(form.together(() => form.set(['title'], 'B'))).toBeUndefined();
    form.undo();
    expect(form.values()).toEqual(START);
    expect(form.canUndo()).toBe(false);
  });

  it('tell where they have led', () => {
    const form = open();
    form.set(['fields', 'rows', 0, 'name'], 'b');
    form.undo();
    expect(form.restored()).toEqual({ path: ['fields', 'rows', 0, 'name'] });
    const first = form.restored();
    form.redo();
    form.undo();
    expect(form.restored()).not.toBe(first);
  });

  it('can be taken back once', () => {
    const form = open();
    const step = form.together(() => form.set(['title'], 'B'))!;
    form.set(['fields', 'rows'], []);
    form.revert(step);
    expect(form.at(['title'])).toBe('A');
    form.set(['title'], 'B');
    form.revert(step);
    expect(form.values()).toMatchObject({ title: 'B', fields: { rows: [] } });
  });

  it('that an error has ended part of the way are still steps', () => {
    const form = open();
    const fail = () =>
      form.together(() => {
        form.set(['title'], 'B');
        throw new Error('no');
      });
    expect(fail).toThrow('no');
    form.set(['title'], 'C');
    expect(form.canUndo()).toBe(true);
  });

  it('are two hundred at most, and a new one ends what could be done again', () => {
    const state = { values: {}, texts: {} };
    const step = (id: number) => ({ id, path: [String(id)], before: state, after: state, at: 0 });
    const full = Array.from({ length: 200 }, (_, id) => step(id));
    const next = recordStep({ done: full, undone: [step(500)] }, step(999), false);
    expect([next.done.length, next.done[0]?.id, next.done.at(-1)?.id, next.undone]).toEqual([200, 1, 999, []]);
    expect(full).toHaveLength(200);
  });
});

describe('problems', () => {
  const problems = [
    { code: 'X', message: 'one', path: ['fields', 'rows', '0', 'name'] },
    { code: 'X', message: 'two', path: ['title'] },
    { code: 'X', message: 'three' },
  ];

  it('are found at their values, whether an index is a number or a text, and go with the value alone', () => {
    const form = open();
    form.setProblems(problems);
    expect(form.problemAt(['fields', 'rows', 0, 'name'])).toBe('one');
    expect(form.problemAt(['fields'])).toBeUndefined();
    form.set(['fields', 'rows', 0, 'name'], 'b');
    expect(form.problems()).toEqual(problems.slice(1));
    form.set(['slug'], 'x');
    expect(form.problemAt(['title'])).toBe('two');
    expect(toPathKey(['a', 0])).toBe(toPathKey(['a', '0']));
  });

  it('of texts that are no value yet keep the form unsaved until the text is one', () => {
    const form = open();
    form.type(['fields', 'json'], { text: '{', problem: 'is unfinished' });
    expect([form.isChanged(), form.at(['fields', 'json'])]).toEqual([true, undefined]);
    expect(form.held()).toEqual([{ code: 'UNFINISHED', message: 'is unfinished', path: ['fields', 'json'] }]);
    form.type(['fields', 'json'], { text: '{}' }, () => form.set(['fields', 'json'], {}));
    expect([form.held(), form.at(['fields', 'json']), form.typedAt(['fields', 'json'])]).toEqual([
      [],
      {},
      { text: '{}' },
    ]);
    expect(form.typedAt(['fields', 'other'])).toBeUndefined();
  });

  it('of a text go along with its block, and vanish with it', () => {
    const path = ['regions', 'main', 1, 'fields', 'json'];
    const name = textName(START, path);
    expect(name).toBe('regions/main/k2/fields/json');
    const texts = { [name]: { text: '{', problem: 'no' }, fine: { text: '1' } };
    const moved = { regions: { main: [START.regions.main[1], START.regions.main[0]] } };
    const at = (values: Readonly<Record<string, unknown>>) => problemsOfTexts(texts, values).map((one) => one.path);
    expect(at(START)).toEqual([['regions', 'main', '1', 'fields', 'json']]);
    expect(at(moved)).toEqual([['regions', 'main', '0', 'fields', 'json']]);
    expect(at({ regions: { main: [START.regions.main[0]] } })).toEqual([]);
    expect(at({})).toEqual([]);
  });
});

it('tells of each change once, and nothing to those who have stopped listening', () => {
  const form = open();
  const [listener, gone] = [vi.fn(), vi.fn()];
  form.subscribe(listener);
  form.subscribe(gone)();
  form.together(() => {
    form.set(['title'], 'B');
    form.set(['title'], 'C');
  });
  expect(listener).toHaveBeenCalledTimes(1);
  form.load(START);
  expect(listener).toHaveBeenCalledTimes(2);
  expect(gone).not.toHaveBeenCalled();
});
