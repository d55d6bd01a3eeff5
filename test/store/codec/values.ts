import fc from 'fast-check';
import { isDangerousKey } from '../../../src/lib/json/checkTree.ts';
import type { JsonObject, JsonValue } from '../../../src/store/codec/json/json.ts';
import { character } from '../../character.ts';

/** Strings that YAML readers take for something else, or that break naive writers. */
const TRICKY = [
  '',
  ' ',
  'yes',
  'No',
  'on',
  'y',
  'null',
  '~',
  'true',
  '1',
  '-1',
  '+1',
  '1.5',
  '.5',
  '1e3',
  '0o7',
  '0x1F',
  '012',
  '1_000',
  '.inf',
  '.NaN',
  '12:30:45',
  '2026-01-05',
  '2026-01-05T09:00:00.000Z',
  '1.2.3',
  '- a',
  '-',
  '--',
  '---',
  '...',
  '... a',
  '? a',
  '?',
  ': a',
  ':',
  'a: b',
  'a:',
  'a :b',
  'a #b',
  '#a',
  'a#b',
  '&a',
  '*a',
  '!a',
  '!!str a',
  '|',
  '>',
  '|-\n',
  '%a',
  '@a',
  '`a',
  '"a',
  "'a",
  'a"b',
  "a'b",
  '[a',
  'a]',
  '{a',
  'a}',
  'a, b',
  ',',
  '<<',
  '=',
  '==',
  '<<<<<<< HEAD',
  '=======',
  '>>>>>>> x',
  'a\\b',
  'media:harbour',
  'https://a.b/c?d=e#f',
  '\ta',
  'a\t',
  'a\tb',
  '\u00a0a',
  'é',
  '日本',
  '😀',
  '\ud800',
  '\udc00x',
  '\u0085',
  '\u2028',
  '\ufeff',
  '\u0000',
  '\u007f',
  '\r',
  'a\rb',
  'a\r\nb',
  'a\n',
  'a\nb',
  'a\nb\n',
  'a\n\n',
  'a\n\nb\n\n\n',
  '\n',
  '\n\n',
  '\na',
  '\n\n  a\nb',
  '  a\nb',
  'a\n  b\n',
  ' \n',
  'a\n \nb',
  'a\n\tb\n',
  '\ta\nb',
  'a \nb',
  '# a\n# b\n',
  '- a\n- b\n',
  'Title\n=======\n',
  '---\na\n',
  '...\na\n',
  'a\n<<<<<<< HEAD\nb\n',
  'a: |\n  b\n',
  'a\nb\n   ',
  'constructor ',
];

const text = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.string({ maxLength: 12 }) },
    { weight: 3, arbitrary: fc.constantFrom(...TRICKY) },
    { weight: 2, arbitrary: fc.string({ unit: character, maxLength: 12 }) },
    {
      weight: 3,
      arbitrary: fc
        .array(fc.constantFrom('one', 'two', ' three', 'the end.', '', '  x'), { maxLength: 6 })
        .map((lines) => lines.join('\n')),
    },
    {
      weight: 3,
      arbitrary: fc
        .array(fc.constantFrom('harbour', 'dawn', 'News', 'of'), { minLength: 1, maxLength: 30 })
        .map((words) => words.join(' ')),
    },
  );

const keyWord = (): fc.Arbitrary<string> =>
  fc.constantFrom('title', 'type', 'fields', 'id', 'slug', 'a', 'b', 'c', 'metaTitle');

const key = (): fc.Arbitrary<string> =>
  fc
    .oneof({ weight: 6, arbitrary: keyWord() }, { weight: 1, arbitrary: text() })
    .filter((name) => !isDangerousKey(name));

/** The values that most content consists of. */
const words = (): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 80,
      arbitrary: fc.constantFrom(
        'News',
        'article',
        'en/about',
        'A town by the sea',
        'Who we are.',
        '2026-01-05T09:00:00.000Z',
        'media:harbour',
        "It's here",
      ),
    },
    {
      weight: 16,
      arbitrary: fc.constantFrom(
        'One.\n\nTwo.\n',
        'One\nTwo',
        '  Deep\nless\n',
        'About: us',
        'a, b',
        'yes',
        '12',
        'https://quire.test/a?b=c#d',
      ),
    },
    { weight: 1, arbitrary: text() },
  );

const scalarOf = (string: fc.Arbitrary<string>): fc.Arbitrary<string | number | boolean | null> =>
  fc.oneof(
    { weight: 6, arbitrary: string },
    { weight: 2, arbitrary: fc.integer() },
    { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
    { weight: 1, arbitrary: fc.constantFrom(true, false, null, 0, -0, 1e21, 5e-324, 12345678901234567000) },
  );

/** Trees of scalars, lists and objects; some lists hold objects with ids. */
const tree = (string: fc.Arbitrary<string>, key: fc.Arbitrary<string>, depthSize: fc.DepthSize) =>
  fc.letrec<{ value: JsonValue; object: JsonObject; list: JsonValue[] }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5, depthSize, depthIdentifier: depthSize as string },
      scalarOf(string),
      { weight: 2, arbitrary: tie('object') },
      { weight: 2, arbitrary: tie('list') },
    ),
    object: fc
      .uniqueArray(fc.tuple(key, tie('value')), { selector: ([name]) => name, maxLength: 5 })
      .map((pairs) => Object.fromEntries(pairs)),
    list: fc.oneof(
      fc.array(tie('value'), { maxLength: 5 }),
      fc.array(string, { maxLength: 6 }),
      fc
        .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 20 }), tie('object')), { selector: ([id]) => id, maxLength: 5 })
        .map((items) => items.map(([id, item]) => ({ id, ...item, ...(Object.hasOwn(item, 'id') && { id }) }))),
    ),
  }));

const wild = tree(text(), key(), 'small');
const tame = tree(words(), keyWord(), 'small');

/** Any value that a scalar can hold. */
export const scalar = (): fc.Arbitrary<string | number | boolean | null> => scalarOf(text());

/** A typical content file. */
export const contentLike = (): fc.Arbitrary<JsonObject> => tame.object;

/** Any value that a content file can hold; half of them look like content, the others like trouble. */
export const anyObject = (): fc.Arbitrary<JsonObject> => fc.oneof(wild.object, tame.object);
export const anyValue = (): fc.Arbitrary<JsonValue> => fc.oneof(wild.value, tame.value);
