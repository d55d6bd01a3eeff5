import { expect, it } from 'vitest';
import { createFormDocument, type FormDocument } from '../../../src/ui/form/document.ts';

const TITLE = ['title'];

/** A form with a clock that stands still. */
function openForm(values: Readonly<Record<string, unknown>>) {
  const clock = { ms: 0 };
  const form = createFormDocument(values, () => clock.ms);
  const type = (path: readonly (string | number)[], text: string): void => {
    for (const letter of text) form.set(path, `${form.at(path) ?? ''}${letter}`);
  };
  return { form, clock, type };
}

const block = (key: string, text = key) => ({ key, id: key, type: 'text', fields: { text } });
const keysIn = (form: FormDocument) =>
  (form.at(['regions', 'content']) as readonly { readonly key: string }[]).map(({ key }) => key);

it('undoes typing word by word, and does it again', () => {
  const { form, type } = openForm({ title: '' });
  type(TITLE, 'Swift night');
  form.undo();
  expect(form.at(TITLE)).toBe('Swift ');
  form.undo();
  expect(form.at(TITLE)).toBe('');
  form.redo();
  form.redo();
  expect(form.at(TITLE)).toBe('Swift night');
  expect(form.canRedo()).toBe(false);
});

it('begins a new step after a pause, and in another value', () => {
  const { form, type, clock } = openForm({ title: '', slug: '' });
  type(TITLE, 'ab');
  clock.ms += 1000;
  type(TITLE, 'cd');
  type(['slug'], 'x');
  form.undo();
  expect(form.values()).toEqual({ title: 'abcd', slug: '' });
  form.undo();
  expect(form.at(TITLE)).toBe('ab');
});

it('undoes what was changed last, not what was typed elsewhere: a removed block comes back first', () => {
  const { form, type } = openForm({ regions: { content: [block('a'), block('b')] } });
  type(['regions', 'content', 1, 'fields', 'text'], '!');
  form.together(() => form.set(['regions', 'content'], [form.at(['regions', 'content', 1])]));
  form.undo();
  expect(keysIn(form)).toEqual(['a', 'b']);
  expect(form.at(['regions', 'content', 1, 'fields', 'text'])).toBe('b!');
  form.undo();
  expect(form.at(['regions', 'content', 1, 'fields', 'text'])).toBe('b');
});

it('takes back the removal of a block alone, whatever was edited since', () => {
  const { form, type } = openForm({ regions: { content: [block('a'), block('b'), block('c')] } });
  const removal = form.together(() => form.set(['regions', 'content'], [block('a'), block('c')]));
  type(['regions', 'content', 1, 'fields', 'text'], '!');
  form.revert(removal!);
  expect(keysIn(form)).toEqual(['a', 'b', 'c']);
  expect(form.at(['regions', 'content', 2, 'fields', 'text'])).toBe('c!');
  form.revert(removal!);
  expect(keysIn(form)).toEqual(['a', 'b', 'c']);
  form.undo();
  expect(keysIn(form)).toEqual(['a', 'c']);
});

it('takes back the removal of a row or a picture alone', () => {
  const rows = [{ name: 'Ada' }, { name: 'Ben' }, { name: 'Eve' }];
  const { form } = openForm({ fields: { rows, pictures: [4, 5, 4] } });
  const row = form.together(() => form.set(['fields', 'rows'], [rows[0], rows[2]]));
  const picture = form.together(() => form.set(['fields', 'pictures'], [4, 4]));
  form.set(['fields', 'rows', 0, 'name'], 'Ada L.');
  form.set(['fields', 'pictures'], [4, 4, 7]);
  form.revert(row!);
  form.revert(picture!);
  expect(form.at(['fields'])).toEqual({
    rows: [{ name: 'Ada L.' }, { name: 'Ben' }, { name: 'Eve' }],
    pictures: [4, 5, 4, 7],
  });
});

it('does not bring back twice what undo has brought back', () => {
  const { form } = openForm({ fields: { pictures: [4, 5] } });
  const removal = form.together(() => form.set(['fields', 'pictures'], [5]));
  form.undo();
  form.revert(removal!);
  expect(form.at(['fields', 'pictures'])).toEqual([4, 5]);
  form.redo();
  form.revert(removal!);
  expect(form.at(['fields', 'pictures'])).toEqual([4, 5]);
});

it('undoes over a save only what was typed here, and leaves what others have written', () => {
  const { form, type } = openForm({ title: 'A', slug: 'a', regions: { content: [block('a')] } });
  type(TITLE, 'B');
  form.set(['regions', 'content'], [block('a'), { key: 'new', type: 'text', fields: {} }]);
  form.rebaseTo({
    title: 'AB',
    slug: 'theirs',
    regions: { content: [block('a', 'theirs'), { key: 'new', id: 'pb_7', type: 'text', fields: {} }, block('z')] },
  });
  form.undo();
  expect(keysIn(form)).toEqual(['a', 'z']);
  form.undo();
  expect(form.values()).toEqual({
    title: 'A',
    slug: 'theirs',
    regions: { content: [block('a', 'theirs'), block('z')] },
  });
});

it('undoes typing in a text that somebody else has written in, too, by its words', () => {
  const { form, type } = openForm({ title: 'One two' });
  type(TITLE, '!');
  form.rebaseTo({ title: 'Once two!' }, { settle: ({ theirs }) => theirs });
  form.undo();
  expect(form.at(TITLE)).toBe('Once two');
});

it('does not join what is typed before and after a save', () => {
  const { form, type } = openForm({ title: 'A' });
  type(TITLE, 'B');
  form.rebaseTo({ title: 'AB', slug: 'theirs' });
  type(TITLE, 'C');
  form.undo();
  expect(form.values()).toEqual({ title: 'AB', slug: 'theirs' });
});

it('keeps two hundred steps', () => {
  const { form } = openForm({ title: '0' });
  for (let index = 1; index <= 250; index += 1) form.set(TITLE, String(index), { isSeparate: true });
  while (form.canUndo()) form.undo();
  expect(form.at(TITLE)).toBe('50');
});

it('discards unsaved work as a step', () => {
  const { form, type } = openForm({ title: 'A' });
  type(TITLE, 'B');
  form.reset();
  expect(form.at(TITLE)).toBe('A');
  form.undo();
  expect(form.at(TITLE)).toBe('AB');
});

it('has no step for what stays the same, or was restored from an earlier visit', () => {
  const { form } = openForm({ title: 'A' });
  form.set(TITLE, 'A');
  form.load({ title: 'B' });
  expect(form.canUndo()).toBe(false);
  expect(form.isChanged()).toBe(true);
});

it('tells what was restored', () => {
  const { form, type } = openForm({ fields: { rows: [{ name: 'Ada' }, { name: 'Ben' }] } });
  type(['fields', 'rows', 1, 'name'], '!');
  form.undo();
  expect(form.restored()).toEqual({ path: ['fields', 'rows', 1, 'name'] });
});

it('undoes what is typed and is no value yet', () => {
  const { form } = openForm({ fields: { settings: { a: 1 } } });
  const path = ['fields', 'settings'];
  form.type(path, { text: '{ "a": 1, }', problem: 'not JSON' });
  expect(form.isChanged()).toBe(true);
  expect(form.held()).toEqual([{ code: 'UNFINISHED', message: 'not JSON', path }]);
  form.undo();
  expect(form.isChanged()).toBe(false);
  expect(form.typedAt(path)).toBeUndefined();
});

it('keeps the identity of what a save leaves unchanged', () => {
  const { form } = openForm({ title: 'A', fields: { rows: [{ name: 'Ada' }] } });
  const rows = form.at(['fields', 'rows']);
  form.rebaseTo({ title: 'B', fields: { rows: [{ name: 'Ada' }] } });
  expect(form.at(['fields', 'rows'])).toBe(rows);
  expect(form.at(TITLE)).toBe('B');
});
