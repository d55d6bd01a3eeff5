import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFormDocument, type FormDocument } from '../../../src/ui/form/document.ts';
import { type FormPath, type FormValues, getValueAt, withValueAt } from '../../../src/ui/form/values.ts';

/** What I write in and what others write in: undo must tell the two apart. */
const MINE = { regions: ['regions', 'mine'], rows: ['fields', 'rows'], text: ['title'] } as const;
const THEIRS: readonly FormPath[] = [['slug'], ['fields', 'note'], ['regions', 'theirs']];

const START: FormValues = {
  title: 'A page',
  slug: 'page',
  fields: { rows: [{ name: 'Ada' }, { name: 'Ben' }], note: 'None' },
  regions: { mine: [block('a'), block('b'), block('c')], theirs: [block('x')] },
};

function block(key: string, text = key) {
  return { key, type: 'text', fields: { text } };
}

type Act = (form: FormDocument) => void;

const listAt = (form: FormDocument, path: FormPath): readonly unknown[] => (form.at(path) ?? []) as readonly unknown[];
const within = (list: readonly unknown[], at: number): number => (list.length === 0 ? 0 : at % list.length);

function move(list: readonly unknown[], from: number, to: number): readonly unknown[] {
  const others = list.filter((_, index) => index !== from);
  return [...others.slice(0, to), ...list.slice(from, from + 1), ...others.slice(to)];
}

let keys = 0;

const ACTS: readonly ((at: number, text: string) => Act)[] = [
  (_, text) => (form) => form.set(MINE.text, `${form.at(MINE.text)}${text}`),
  (_, text) => (form) => form.set(MINE.text, text, { isSeparate: true }),
  (at, text) => (form) => {
    const list = listAt(form, MINE.regions);
    if (list.length > 0) form.set([...MINE.regions, within(list, at), 'fields', 'text'], text);
  },
  (at) => (form) => {
    const list = listAt(form, MINE.regions);
    form.together(() =>
      form.set(
        MINE.regions,
        list.filter((_, index) => index !== within(list, at)),
      ),
    );
  },
  (at, text) => (form) => {
    keys += 1;
    const list = listAt(form, MINE.regions);
    const place = within(list, at);
    form.set(MINE.regions, [...list.slice(0, place), block(`new ${keys}`, text), ...list.slice(place)]);
  },
  (at) => (form) => {
    const list = listAt(form, MINE.regions);
    form.set(MINE.regions, move(list, within(list, at), within(list, at * 7 + 1)));
  },
  (at, text) => (form) => {
    const list = listAt(form, MINE.rows);
    if (list.length > 0) form.set([...MINE.rows, within(list, at), 'name'], text);
  },
  (at) => (form) => {
    const list = listAt(form, MINE.rows);
    form.set(
      MINE.rows,
      list.filter((_, index) => index !== within(list, at)),
    );
  },
  (_, text) => (form) => form.set(MINE.rows, [...listAt(form, MINE.rows), { name: text }]),
];

const text = fc.string({ maxLength: 6 });
const acts = fc.array(
  fc.tuple(fc.nat(20), fc.nat(ACTS.length - 1), text).map(([at, act, word]) => ACTS[act]!(at, word)),
  { minLength: 1, maxLength: 30 },
);

/** What arrives from others between my acts: another value of theirs. */
const arrivals = fc.array(fc.tuple(fc.nat(THEIRS.length - 1), fc.nat(99)), { maxLength: 4 });

const undoAll = (form: FormDocument): void => {
  while (form.canUndo()) form.undo();
};
const redoAll = (form: FormDocument): void => {
  while (form.canRedo()) form.redo();
};

it('is where it began when everything is undone, and where it ended when everything is done again', () => {
  fc.assert(
    fc.property(acts, (list) => {
      const form = createFormDocument(START, () => 0);
      for (const act of list) act(form);
      const end = form.values();
      undoAll(form);
      expect(form.values()).toEqual(START);
      redoAll(form);
      expect(form.values()).toEqual(end);
      undoAll(form);
      expect(form.values()).toEqual(START);
    }),
  );
});

it('undoes only what was written here, whatever arrives from others in between', () => {
  fc.assert(
    fc.property(acts, arrivals, fc.boolean(), (list, others, isSaved) => {
      const form = createFormDocument(START, () => 0);
      let server = START;
      const arrive = (index: number): void => {
        const [place, value] = others[index] ?? [];
        if (place === undefined) return;
        const path = THEIRS[place]!;
        const theirs = path[0] === 'regions' ? [block('x', `${value}`), block(`y${value}`)] : `${value}`;
        const typed = isSaved ? form.values() : server;
        server = withValueAt(isSaved ? form.values() : server, path, theirs) as FormValues;
        form.rebaseTo(server, { typed });
      };
      list.forEach((act, index) => {
        act(form);
        arrive(index);
      });
      const end = form.values();
      undoAll(form);
      const expected = THEIRS.reduce(
        (values, path) => withValueAt(values, path, getValueAt(end, path)) as FormValues,
        START,
      );
      expect(form.values()).toEqual(expected);
      redoAll(form);
      expect(form.values()).toEqual(end);
    }),
  );
});
