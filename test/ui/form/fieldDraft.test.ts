import { expect, it } from 'vitest';
import { fieldsOf, optionLines, readOptions, schemaOf } from '../../../src/ui/screens/types/fieldDraft.ts';
import { bodyOf } from '../../../src/ui/screens/types/typeValues.ts';

it.each([
  [['red', 'green']],
  [['a=b', 'c']],
  [[{ value: 'a=b', label: 'A is B' }]],
  [[{ value: 'info', label: 'For = information' }]],
])('shows the choices %j as lines that say the same again', (options) => {
  expect(readOptions(optionLines({ name: 'kind', type: 'select', options }))).toEqual(options);
});

it('reads a choice with its label however its sign stands', () => {
  expect(readOptions('info = For information\n\nred=Red\n plain \nempty =')).toEqual([
    { value: 'info', label: 'For information' },
    { value: 'red', label: 'Red' },
    'plain',
    'empty',
  ]);
});

it('writes fields by their names where they were, and as a list while two have one', () => {
  const before = { title: { type: 'text' }, body: { type: 'richtext' } };
  const [title, body] = fieldsOf(before)!;
  expect(schemaOf([title!, { ...body!, name: 'text' }], before)).toEqual({
    title: { type: 'text' },
    text: { type: 'richtext' },
  });
  expect(schemaOf([title!, { ...body!, name: 'title' }], before)).toEqual([title, { ...body, name: 'title' }]);
});

it('sends of a type only what has been changed', () => {
  expect(bodyOf('contentType', { description: '' })).toEqual({ description: null });
  expect(bodyOf('blockType', { name: 'Note', regions: '[]' })).toEqual({ name: 'Note' });
});
