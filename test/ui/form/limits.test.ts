import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { describedValue } from '../../../src/ui/fields/value/describedValue.ts';
import { limitsOf, problemWith } from '../../../src/ui/fields/value/limits.ts';
import { valueText } from '../../../src/ui/fields/value/valueText.ts';
import { en } from '../../../src/ui/i18n/en/index.ts';
import type { Field } from '../../../src/ui/wire/interface.ts';

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: { en: { translation: structuredClone(en) } },
    interpolation: { escapeValue: false },
  });
});

const field = (type: string, more: object = {}): Field => ({ name: 'a', type, ...more });
const text = (value: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: value }] }],
});

describe('the limits of a field', () => {
  it.each([
    ['text', {}, undefined],
    ['text', { patternHelp: 'Two letters.' }, 'Two letters.'],
    ['boolean', { min: 1 }, undefined],
    ['page', { max: 1 }, undefined],
  ])('of the type %s with %j are %s', (type, more, expected) => {
    expect(limitsOf(field(type, more), i18next.t)).toBe(expected);
  });

  it.each([
    ['text', 'characters'],
    ['richtext', 'characters'],
    ['repeater', 'entries'],
    ['gallery', 'entries'],
    ['integer', 'number'],
  ] as const)('of the type %s are told in %s, by which of them there are', (type, measure) => {
    const words = en.fields.limits[measure] as Readonly<Record<string, string>>;
    const told = (more: object): string | undefined => limitsOf(field(type, more), i18next.t);
    const all = [told({ min: 2 }), told({ max: 9 }), told({ min: 2, max: 9 })];
    expect(new Set(all).size).toBe(3);
    expect(Object.keys(words).length).toBeGreaterThan(0);
    expect(all.map((one) => one?.match(/\d+/g))).toEqual([['2'], ['9'], ['2', '9']]);
  });

  it('come with the words for the pattern, behind them', () => {
    expect(limitsOf(field('text', { max: 9, patternHelp: 'Two letters.' }), i18next.t)).toMatch(/9.* Two letters\.$/);
  });
});

describe('a value', () => {
  it.each([
    ['text', {}, '', false],
    ['text', { required: true }, '', true],
    ['text', { required: true }, null, true],
    ['repeater', { required: true }, [], true],
    ['boolean', { required: true }, false, false],
    ['number', { required: true }, 0, false],
    ['text', { max: 3 }, 'abcd', true],
    ['text', { max: 3 }, 'abc', false],
    ['text', { max: 2 }, '👩🚢', false],
    ['text', { min: 2 }, 'a', true],
    ['text', { min: 2 }, '', false],
    ['richtext', { max: 3 }, text('abcd'), true],
    ['richtext', { max: 4 }, text('abcd'), false],
    ['number', { min: 0 }, -1, true],
    ['number', { min: 0 }, 'abc', false],
    ['gallery', { max: 1 }, [1, 2], true],
    ['multiselect', { min: 2 }, ['a'], true],
    ['email', {}, 'a@b.example', false],
    ['email', {}, 'a@b', true],
    ['email', {}, 'a b@c.example', true],
    ['url', {}, 'https://a.example', false],
    ['url', {}, '/about', false],
    ['url', {}, 'mailto:a@b.example', false],
    ['url', {}, 'about', true],
    ['url', {}, 'javascript:alert(1)', true],
    ['text', { pattern: '^[a-z]+$' }, 'abc', false],
    ['text', { pattern: '^[a-z]+$' }, 'ABC', true],
    ['text', { pattern: '(' }, 'anything', false],
    ['text', { pattern: '^x$' }, 'y'.repeat(1001), false],
  ])('of a field of the type %s with %j: %j has a problem: %s', (type, more, value, expected) => {
    expect(problemWith(field(type, more), value, i18next.t) !== undefined).toBe(expected);
  });

  it('that does not fit a pattern is told so in the words of the field', () => {
    expect(problemWith(field('text', { pattern: '^x$', patternHelp: 'Only x.' }), 'y', i18next.t)).toBe('Only x.');
    expect(problemWith(field('text', { max: 1, patternHelp: 'Only x.' }), 'yy', i18next.t)).not.toContain('Only x.');
  });
});

describe('a value in words', () => {
  const options = [{ value: 'r', label: 'Red' }, 'blue'];

  it.each([
    ['text', {}, null, ''],
    ['text', {}, 'x'.repeat(100), 'x'.repeat(80)],
    ['boolean', {}, true, 'Yes'],
    ['boolean', {}, false, 'No'],
    ['select', { options }, 'r', 'Red'],
    ['select', { options }, 'gone', 'gone'],
    ['multiselect', { options }, ['r', 'blue'], 'Red, blue'],
    ['number', {}, 1234.5, '1234.5'],
    ['number', {}, 12345, '12,345'],
    ['number', {}, 'old text', 'old text'],
    ['gallery', {}, [1, 2, 3], '3'],
    ['repeater', {}, [{}, {}], '2'],
    ['link', {}, { url: '/a', text: 'A' }, 'A'],
    ['link', {}, { url: '/a' }, '/a'],
    ['richtext', {}, text('Hello'), 'Hello'],
    ['json', {}, { a: 1 }, '…'],
    ['json', {}, [{ a: 1 }], '1'],
    ['date', {}, 'soon', 'soon'],
  ])('of a field of the type %s with %j: %j is "%s"', (type, more, value, expected) => {
    expect(valueText(value, field(type, more))).toBe(expected);
  });

  it('is the same day in every time zone', () => {
    expect(valueText('2026-05-02', field('date'))).toMatch(/2.*2026/);
    expect(valueText('2026-05-02', field('date'))).not.toMatch(/\b(1|3)\b/);
  });

  const fields = [
    { name: 'when', type: 'boolean' },
    { name: 'list', type: 'repeater' },
    { name: 'title', type: 'text' },
    { name: 'body', type: 'richtext' },
    { name: 'link', type: 'link' },
  ];

  it.each([
    [{ title: ' A ', body: text('b'.repeat(200)), link: { url: '/x' } }, `A · ${'b'.repeat(90)}`],
    [{ when: true, list: [1], link: { url: '/x' } }, '/x'],
    [{ title: '  ' }, ''],
    ['no object', ''],
    [undefined, ''],
  ])('of %j together are "%s"', (values, expected) => {
    expect(describedValue(values, fields as readonly Field[])).toBe(expected);
  });
});
