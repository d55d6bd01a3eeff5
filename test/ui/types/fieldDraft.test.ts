import { expect, it } from 'vitest';
import { readFieldDrafts, withSettings, writeFieldDrafts } from '../../../src/ui/screens/types/fields/fieldDraft.ts';
import { optionsOf, withOptions } from '../../../src/ui/screens/types/fields/inputs/fieldOptions.ts';
import { toTypeBody } from '../../../src/ui/screens/types/typeValues.ts';

it.each([[['red', 'a=b']], [[{ value: 'a=b', label: 'A is B' }]], [['plain', { value: 'b', label: 'b', hue: 4 }]]])(
  'keeps the choices %j as they are written, where they stand',
  (options) => {
    const beside = { name: 'kind', type: 'select', options };
    const inside = { name: 'kind', type: 'select', settings: { options, ui: 'radio' } };
    expect(withOptions(beside, optionsOf(beside))).toEqual(beside);
    expect(withOptions(inside, optionsOf(inside))).toEqual(inside);
  },
);

it('writes a choice without a label of its own as its value', () => {
  const field = { name: 'kind', type: 'select' };
  const options = [
    { value: 'info', label: 'For information' },
    { value: 'plain', label: '' },
  ];
  expect(withOptions(field, options)['options']).toEqual([{ value: 'info', label: 'For information' }, 'plain']);
});

it('writes fields by their names where they were, and as a list while two have one', () => {
  const before = { title: 'text', body: { type: 'richtext' } };
  const [title, body] = readFieldDrafts(before)!;
  expect(writeFieldDrafts([title!, { ...body!, name: 'text' }], before)).toEqual({
    title: 'text',
    text: { type: 'richtext' },
  });
  expect(writeFieldDrafts([title!, { ...body!, name: 'title' }], before)).toEqual([title, { ...body, name: 'title' }]);
});

it('leaves out settings without any, and keeps those that it does not know', () => {
  const field = { name: 'where', type: 'page', settings: { types: ['page'] } };
  expect(withSettings(field, { types: [] })).toEqual({ name: 'where', type: 'page' });
  const other = { ...field, settings: { types: ['page'], own: '' } };
  expect(withSettings(other, { types: [] })).toEqual({ name: 'where', type: 'page', settings: { own: '' } });
});

it('sends of a type only what has been changed', () => {
  expect(toTypeBody('contentType', { description: '' })).toEqual({ description: null });
  expect(toTypeBody('contentType', { settings: { plural: ' Events ', slugPrefix: ' ', own: '' } })).toEqual({
    settings: { plural: 'Events', own: '' },
  });
  expect(toTypeBody('contentType', { settings: { slugPrefix: '' }, defaultBlocks: [] })).toEqual({
    settings: null,
    defaultBlocks: null,
  });
  expect(toTypeBody('blockType', { name: 'Note', regions: '[]' })).toEqual({ name: 'Note' });
});
