import { describe, expect, it } from 'vitest';
import { listPageRegions } from '../../../src/ui/blocks/listPageRegions.ts';
import { isApplicable } from '../../../src/ui/fields/condition.ts';
import { describeFields, fieldAt } from '../../../src/ui/fields/describeFields.ts';
import { fieldLabel } from '../../../src/ui/fields/fieldLabel.ts';
import { listFieldOptions } from '../../../src/ui/fields/value/choices.ts';
import { extractDocumentText } from '../../../src/ui/fields/value/extractDocumentText.ts';
import { readTargetTypes } from '../../../src/ui/fields/value/readTargetTypes.ts';
import { isPointers, pointerKindOf, pointersIn } from '../../../src/ui/parts/pointers.ts';
import type { AdminContentType, Field } from '../../../src/ui/wire/interface.ts';

const field = (name: string, more: object = {}): Field => ({ name, type: 'text', ...more });

describe('the label of a field', () => {
  it.each([
    [{ name: 'scientificName' }, 'Scientific name'],
    [{ name: 'scientific_name' }, 'Scientific name'],
    [{ name: '--og-image__2x' }, 'Og image 2x'],
    [{ name: 'size2Max' }, 'Size2 max'],
    [{ name: 'HTML' }, 'Html'],
    [{ name: '' }, ''],
    [{ name: 'a', label: '' }, 'A'],
    [{ name: 'a', label: 'bird NAME' }, 'bird NAME'],
  ])('%j is "%s"', (one, expected) => {
    expect(fieldLabel(one)).toBe(expected);
  });
});

describe('the options of a field', () => {
  it.each([
    [
      ['red', { value: 'b', label: 'Blue' }],
      [],
      [
        ['red', 'red'],
        ['b', 'Blue'],
      ],
    ],
    [['red', 'red'], [], [['red', 'red']]],
    [['red', { value: 'red', label: 'Red' }], [], [['red', 'Red']]],
    [
      ['red'],
      ['gone', 'red'],
      [
        ['red', 'red'],
        ['gone', 'gone'],
      ],
    ],
    [undefined, ['gone'], [['gone', 'gone']]],
  ])('%j with %j chosen are %j', (options, chosen, expected) => {
    const listed = listFieldOptions(field('a', options && { options }), chosen);
    expect(listed.map(({ value, label }) => [value, label])).toEqual(expected);
  });
});

describe('a field with a condition', () => {
  const siblings = [field('kind'), field('tags', { default: ['a'] })];

  it.each([
    [undefined, {}, true],
    [{ field: 'kind', equals: 'x' }, { kind: 'x' }, true],
    [{ field: 'kind', equals: 'x' }, { kind: 'y' }, false],
    [{ field: 'kind', equals: 'x' }, {}, false],
    [{ field: 'kind', equals: null }, {}, true],
    [{ field: 'kind', equals: 'x' }, 'no object', false],
    [{ field: 'tags', equals: ['a'] }, {}, true],
    [{ field: 'tags', equals: ['a'] }, { tags: [] }, false],
    [{ field: 'kind', in: ['x', 'y'] }, { kind: 'y' }, true],
    [{ field: 'kind', in: ['x', 'y'] }, { kind: 'z' }, false],
    [{ field: 'kind', in: [] }, { kind: 'z' }, false],
    [{ field: 'kind', notEmpty: true }, { kind: 0 }, true],
    [{ field: 'kind', notEmpty: true }, { kind: false }, true],
    [{ field: 'kind', notEmpty: true }, { kind: '' }, false],
    [{ field: 'kind', notEmpty: true }, { kind: [] }, false],
    [{ field: 'kind', notEmpty: false }, { kind: '' }, true],
    [{ field: 'kind', notEmpty: false }, { kind: 'x' }, false],
    [{ field: 'kind', notEmpty: true, in: ['x'] }, { kind: 'y' }, false],
  ])('%j beside %j applies: %s', (condition, values, expected) => {
    expect(isApplicable(field('a', condition && { condition }), siblings, values)).toBe(expected);
  });
});

describe('a path below the fields', () => {
  const fields = [
    field('title', { label: 'Heading' }),
    field('items', {
      type: 'repeater',
      fields: [field('answer', { label: 'Reply' }), field('more', { type: 'repeater', fields: [field('x')] })],
    }),
    field('seo', { type: 'object', fields: [field('words')] }),
  ];

  it.each([
    [[], ''],
    [['title'], 'Heading'],
    [['items', 1], 'Items 2'],
    [['items', '1', 'answer'], 'Items 2 › Reply'],
    [['items', 0, 'more', 2, 'x'], 'Items 1 › More 3 › X'],
    [['seo', 'words'], 'Seo › Words'],
    [['unknown', 0, 'deepName'], 'Unknown 1 › Deep name'],
  ])('%j is called "%s"', (path, expected) => {
    expect(describeFields(path, fields)).toBe(expected);
  });

  it.each([
    [['title'], 'title'],
    [['items', 1], 'items'],
    [['items', 1, 'answer'], 'answer'],
    [['items', '0', 'more', 2, 'x'], 'x'],
    [['seo', 'words'], 'words'],
    [['seo', 'gone'], undefined],
    [['title', 'inside'], undefined],
    [[], undefined],
  ])('%j is that of the field %s', (path, expected) => {
    expect(fieldAt(path, fields)?.name).toBe(expected);
  });
});

describe('the words of a document', () => {
  const paragraph = (...texts: readonly string[]) => ({
    type: 'paragraph',
    content: texts.map((text) => ({ type: 'text', text })),
  });

  it.each([
    [{ type: 'doc', content: [paragraph('a', 'b'), { type: 'image' }, paragraph(), paragraph('c')] }, 'ab c'],
    [
      {
        type: 'doc',
        content: [
          {
            type: 'bulletList',
            content: [
              { type: 'listItem', content: [paragraph('a')] },
              { type: 'listItem', content: [paragraph('b')] },
            ],
          },
        ],
      },
      'a b',
    ],
    [{ type: 'doc', content: 'a' }, ''],
    [{ type: 'doc' }, ''],
    ['a', ''],
    [null, ''],
  ])('%j are "%s"', (document, expected) => {
    expect(extractDocumentText(document)).toBe(expected);
  });
});

describe('pointers', () => {
  it.each([
    [7, [7], true],
    ['en/about', ['en/about'], true],
    [[7, 8, 7], [7, 8], true],
    [null, [], true],
    [undefined, [], true],
    [{ id: 7 }, [], false],
    [[7, { id: 8 }], [7], false],
    [true, [], false],
  ])('in %j are %j', (value, pointers, isNothingElse) => {
    expect(pointersIn(value)).toEqual(pointers);
    expect(isPointers(value)).toBe(isNothingElse);
  });

  it.each([
    ['media', 'media'],
    ['reference', 'reference'],
    ['text', undefined],
    ['toString', undefined],
    [undefined, undefined],
  ])('of a field of the type %s are of the kind %s', (type, expected) => {
    expect(pointerKindOf(type)).toBe(expected);
  });

  it.each([
    [{ types: ['a', 7] }, ['a', '7']],
    [{ types: 'a' }, undefined],
    [undefined, undefined],
  ])('with the settings %j lead to %j', (settings, expected) => {
    expect(readTargetTypes(field('a', settings && { settings }))).toEqual(expected);
  });
});

it('lists the regions of a type, then others that a page has, and nothing that is no region', () => {
  const regions = [
    'main_part',
    { name: 'aside', label: 'Beside', allowed_types: ['quote', 7] },
    { name: 'foot', label: '' },
    { label: 'x' },
    7,
    null,
  ];
  expect(listPageRegions({ regions } as unknown as AdminContentType, ['aside', 'old-one'])).toEqual([
    { name: 'main_part', label: 'Main part', allowed: undefined },
    { name: 'aside', label: 'Beside', allowed: ['quote', '7'] },
    { name: 'foot', label: 'Foot', allowed: undefined },
    { name: 'old-one', label: 'Old one', allowed: undefined },
  ]);
});
