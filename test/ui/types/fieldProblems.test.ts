import { expect, it } from 'vitest';
import { checkFieldsSchema } from '../../../src/model/fields/schema/checkFieldsSchema.ts';
import { findFieldProblems } from '../../../src/ui/screens/types/fields/fieldProblems.ts';
import { readFieldNodes } from '../../../src/ui/screens/types/fields/layout/fieldNodes.ts';

const text = (more: object = {}) => ({ name: 'one', type: 'text', ...more });
const beside = { name: 'other', type: 'boolean' };
const messagesOf = (schema: readonly unknown[]) =>
  findFieldProblems(readFieldNodes(schema)!).map(({ message }) => message);

/** What the server refuses, too. */
const REFUSED: readonly (readonly [string, readonly unknown[]])[] = [
  ['noName', [text({ name: '' })]],
  ['badName', [text({ name: '1st' })]],
  ['badName', [text({ name: 'constructor' })]],
  ['minAboveMax', [text({ min: 3, max: 2 })]],
  ['badPattern', [text({ pattern: '(' })]],
  ['badPattern', [text({ pattern: '(?<!a)b' })]],
  ['lostCondition', [beside, text({ condition: { field: 'gone', notEmpty: true } })]],
  ['lostCondition', [text({ condition: { field: 'one', notEmpty: true } })]],
  ['unfinishedCondition', [beside, text({ condition: { field: 'other' } })]],
  ['misplacedBody', [text({ body: true })]],
  ['misplacedBody', [{ name: 'box', type: 'object', fields: [{ name: 'a', type: 'markdown', body: true }] }]],
];

it.each(REFUSED)('says %s of %j before the server does', (message, schema) => {
  expect(messagesOf(schema)).toEqual([message]);
  expect(checkFieldsSchema(schema)).not.toEqual([]);
});

it('says of each of two fields that they have one name, and of the second body that there is one', () => {
  expect(messagesOf([text(), text()])).toEqual(['usedName', 'usedName']);
  const body = { type: 'markdown', body: true };
  expect(
    findFieldProblems(
      readFieldNodes([
        { name: 'a', ...body },
        { name: 'b', ...body },
      ])!,
    ),
  ).toMatchObject([{ part: 'body', message: 'secondBody' }]);
});

it('says of lists of groups and choices that they hold nothing, though the server takes them', () => {
  expect(messagesOf([{ name: 'rows', type: 'repeater' }])).toEqual(['noInnerFields']);
  expect(messagesOf([{ name: 'level', type: 'select' }])).toEqual(['noOptions']);
  expect(messagesOf([text({ type: 'multiselect', options: ['a', ''] })])).toEqual(['emptyOption']);
  expect(messagesOf([text({ type: 'select', settings: { options: ['a', { value: 'a', label: 'A' }] } })])).toEqual([
    'sameOption',
  ]);
});

it('has nothing to say of what is complete', () => {
  const schema = [
    beside,
    text({ condition: { field: 'other', equals: false }, pattern: '^\\d{4}$', min: 1, max: 4 }),
    { name: 'rows', type: 'repeater', fields: [text()] },
    { name: 'own', type: 'galaxy' },
  ];
  expect(messagesOf(schema)).toEqual([]);
  expect(checkFieldsSchema(schema)).toEqual([]);
});
