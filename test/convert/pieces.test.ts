import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeEmptyFiles } from '../../src/convert/emptyFiles.ts';
import { MediaRef, withoutRefs } from '../../src/convert/mediaRef.ts';
import { createNotes } from '../../src/convert/notes.ts';
import { proposeFields, toFieldName, toLabel } from '../../src/convert/proposeFields.ts';
import { addMissingFields, proposeTypes } from '../../src/convert/proposeTypes.ts';
import { createRedirects } from '../../src/convert/redirects.ts';
import { parseImportedMarkdown, resolveRichText, sourcesIn } from '../../src/convert/richText.ts';
import { createUnique, nameToSlug, toKey, toPageSlug, toSlug } from '../../src/convert/slugs.ts';
import { parseLooseTime } from '../../src/convert/times.ts';
import { decodeUriText } from '../../src/lib/text/decodeUriText.ts';
import { isUnsafeName } from '../../src/model/fields/values.ts';
import { isKey, isPageSlug, isSlug } from '../../src/model/text/slug.ts';
import { isTimestamp } from '../../src/model/text/timestamp.ts';
import { character } from '../character.ts';

const anyText = fc.string({ unit: character, maxLength: 40 });

describe('slugs', () => {
  it.each([
    ['A post', 'a-post'],
    ['über-uns', 'über-uns'],
    ['???', 'none'],
    ['', 'none'],
    [' padded ', 'padded'],
  ])('of the text "%s" are %s', (text, expected) => {
    expect(toSlug(text, 'none')).toBe(expected);
  });

  it.each([
    ['Über uns', 'uber-uns'],
    ['C++', 'c'],
    ['???', 'none'],
  ])('of the name "%s" are %s', (name, expected) => {
    expect(nameToSlug(name, 'none')).toBe(expected);
  });

  it.each([
    ['/2024/01/A post.html', '2024/01/a-post'],
    ['/', 'home'],
    ['/../../etc/passwd', 'etc/passwd'],
    ['/a//b/./c/', 'a/b/c'],
    ['/a/b/c/d/e/f/g/h/i/j', 'c/d/e/f/g/h/i/j'],
    ['/caf%C3%A9/', 'café'],
    ['/%E0%A4%A/x', 'e0-a4-a/x'],
    ['/%2e%2e%2fa', 'a'],
  ])('of the address %s are %s', (address, expected) => {
    expect(toPageSlug(address, 'home')).toBe(expected);
  });

  it.each([
    ['Sea View.JPG', 'sea-view'],
    ['.htaccess', 'file'],
    ['../../x.png', 'x'],
    ['???.png', 'file'],
  ])('of the file %s are the key %s', (name, expected) => {
    expect(toKey(name)).toBe(expected);
  });

  it('are valid whatever they are made of', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(isSlug(toSlug(text, 'none'))).toBe(true);
        expect(isSlug(nameToSlug(text, 'none'))).toBe(true);
        expect(isPageSlug(toPageSlug(`/${text}/${text}`, 'none'))).toBe(true);
        expect(isKey(toKey(text))).toBe(true);
        expect(toSlug(toSlug(text, 'none'), 'none')).toBe(toSlug(text, 'none'));
      }),
    );
  });

  it('are given once each, whatever their case', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'A', 'a-2', 'b')), (names) => {
        const given = names.map(createUnique());
        expect(new Set(given.map((name) => name.toLowerCase())).size).toBe(names.length);
      }),
    );
  });

  it('of addresses that are encoded wrongly stay as they are', () => {
    expect(['%41', '%', '%zz'].map(decodeUriText)).toEqual(['A', '%', '%zz']);
  });
});

describe('times', () => {
  it.each([
    ['2022-13-40'],
    ['08/07/2022'],
    [1_657_238_400],
    [null],
    [''],
    ['May'],
    ['x'.repeat(10_000)],
    ['Jul 08 20222222'],
  ])('%j is none', (given) => {
    expect(parseLooseTime(given)).toBeUndefined();
  });

  it('are read from anything into a valid one or none, and read again as they are', () => {
    const text = fc.oneof(
      anyText,
      fc.date({ noInvalidDate: true }).map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    );
    fc.assert(
      fc.property(text, (given) => {
        const time = parseLooseTime(given);
        if (time === undefined) return;
        expect(isTimestamp(time)).toBe(true);
        expect(parseLooseTime(time)).toBe(time);
      }),
    );
  });
});

describe('proposed fields', () => {
  const ref = (key: string) => new MediaRef(key, `${key}.jpg`);

  it.each([
    ['boolean', [true, false]],
    ['integer', [1, -2]],
    ['number', [1, 1.5]],
    ['number', [2 ** 60]],
    ['date', ['2026-01-01']],
    ['datetime', ['2026-01-01', '2026-01-01T10:00:00Z']],
    ['text', ['2026-99-99']],
    ['email', ['a@b.example']],
    ['url', ['https://a.example/b']],
    ['text', ['https://a.example/b', 'about']],
    ['text', ['javascript:alert(1)']],
    ['textarea', ['a\nb']],
    ['textarea', ['x'.repeat(201)]],
    ['multiselect', [['a', 'b'], []]],
    ['json', [['a', 1]]],
    ['json', [1, 'a']],
    ['media', [ref('a'), ref('b')]],
    ['gallery', [[ref('a')]]],
    ['text', [ref('a'), 'b.jpg']],
    ['json', [{ 'a b': 1 }]],
    ['json', [{ ['__proto__x y']: 1 }]],
  ])('are of the type %s for the values %j', (type, values) => {
    expect(proposeFields(values.map((a) => ({ a })))).toEqual([{ name: 'a', type }]);
  });

  it('are groups and lists of groups, with the fields of all of them', () => {
    expect(proposeFields([{ a: { b: 1 } }, { a: { c: true } }])).toEqual([
      {
        name: 'a',
        type: 'object',
        fields: [
          { name: 'b', type: 'integer' },
          { name: 'c', type: 'boolean' },
        ],
      },
    ]);
    expect(proposeFields([{ a: [{ b: 1 }] }, { a: [] }])).toEqual([
      { name: 'a', type: 'repeater', fields: [{ name: 'b', type: 'integer' }] },
    ]);
  });

  it('ignore values that are not there, and end at some depth and number', () => {
    expect(proposeFields([{ a: null, b: undefined, c: 1 }])).toEqual([{ name: 'c', type: 'integer' }]);
    const deep = Array.from({ length: 20 }).reduce<unknown>((inner) => ({ a: inner }), 1);
    expect(JSON.stringify(proposeFields([deep as Readonly<Record<string, unknown>>])).match(/object/g)).toHaveLength(5);
    expect(proposeFields([Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}`, 1]))])).toHaveLength(
      400,
    );
  });

  it.each([
    ['my field', 'my_field'],
    ['9lives', '_9lives'],
    ['-a', '_-a'],
    ['__proto__', undefined],
    ['constructor', undefined],
    ['???', undefined],
    ['', undefined],
    ['x'.repeat(100), 'x'.repeat(60)],
  ])('have for "%s" the name %s', (given, expected) => {
    expect(toFieldName(given)).toBe(expected);
  });

  it('have safe names whatever they are called, which stay as they are', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.constantFrom('__proto__', 'prototype', 'toString')), (given) => {
        const name = toFieldName(given);
        if (name === undefined) return;
        expect(name).toMatch(/^[A-Za-z_][\w-]{0,59}$/);
        expect(isUnsafeName(name)).toBe(false);
        expect(toFieldName(name)).toBe(name);
      }),
    );
  });

  it.each([
    ['my-posts', 'My posts'],
    ['a/b_c', 'A b c'],
    ['---', '---'],
  ])('have for %s the label "%s"', (slug, label) => {
    expect(toLabel(slug)).toBe(label);
  });

  it('hold media keys where they are media, and texts where they are not, however deep', () => {
    const value = { a: [ref('x'), { b: ref('y') }], c: 'z' };
    expect(withoutRefs(value, true)).toEqual({ a: ['x', { b: 'y' }], c: 'z' });
    expect(withoutRefs(value, false)).toEqual({ a: ['x.jpg', { b: 'y.jpg' }], c: 'z' });
  });
});

describe('proposed types', () => {
  const page = (type: string, fields: object) => ({ locale: 'en', slug: 'a', type, title: 'A', fields });
  const body = { name: 'body', label: 'Text', type: 'richtext', body: true };
  const cover = new MediaRef('sea', 'sea.jpg');

  it('are one for each type of pages, whose values become what their fields hold', () => {
    const { contentTypes, pages } = proposeTypes(
      [page('news-item', { cover, body: { type: 'doc' } }), page('a', { cover: [cover, 'x'] })],
      { contentType: () => undefined },
    );
    expect(contentTypes).toEqual([
      { slug: 'a', name: 'A', fieldsSchema: [{ name: 'cover', type: 'multiselect' }, body] },
      { slug: 'news-item', name: 'News item', fieldsSchema: [{ name: 'cover', type: 'media' }, body] },
    ]);
    expect(pages.map(({ fields }) => fields)).toEqual([
      { cover: 'sea', body: { type: 'doc' } },
      { cover: ['sea.jpg', 'x'] },
    ]);
  });

  const present = { slug: 'a', name: 'Mine', icon: 'x', fieldsSchema: [{ name: 'cover', type: 'text', label: 'Own' }] };

  it.each([
    [[{ name: 'cover', type: 'media' }], []],
    [[{ name: 'size', type: 'integer' }], [...present.fieldsSchema, { name: 'size', type: 'integer' }]],
    [[body], [...present.fieldsSchema, body]],
  ])('leave a type of the site as it is, but for the fields %j that it lacks', (wanted, fieldsSchema) => {
    expect(addMissingFields(present, wanted)).toEqual(fieldsSchema.length > 0 ? [{ ...present, fieldsSchema }] : []);
  });

  it('never make a second field the text of the file', () => {
    const type = { slug: 'a', fieldsSchema: [{ name: 'text', type: 'richtext', body: true }] };
    const { body: _, ...plain } = body;
    expect(addMissingFields(type, [body])).toEqual([{ slug: 'a', fieldsSchema: [...type.fieldsSchema, plain] }]);
    expect(addMissingFields({ slug: 'a', fieldsSchema: 'none' }, [])).toEqual([]);
  });
});

describe('redirects', () => {
  const redirectsOf = (...given: readonly (readonly [string, string])[]) => {
    const redirects = createRedirects({ defaultLocale: 'en', homeSlug: 'home' });
    for (const [from, slug] of given) redirects.add(from, { locale: 'en', slug });
    return redirects.all;
  };

  it.each([
    ['/old', 'new', [{ fromPath: '/old', toPath: '/new' }]],
    ['/old/', 'new', [{ fromPath: '/old', toPath: '/new' }]],
    ['//evil.example/x', 'new', [{ fromPath: '/evil.example/x', toPath: '/new' }]],
    ['/über uns', 'about', [{ fromPath: '/%C3%BCber%20uns', toPath: '/about' }]],
    ['/new/', 'new', []],
    ['/', 'home', []],
    ['/a?b', 'new', []],
    ['/a#b', 'new', []],
    ['old', 'new', []],
    ['https://a.example/x', 'new', []],
    [`/${'x'.repeat(2000)}`, 'new', []],
  ])('from %s to %s are %j', (from, slug, expected) => {
    const all = redirectsOf([from, slug]);
    expect(all.map(({ key: _, ...one }) => one)).toEqual(expected);
  });

  it('are one for each address, the first, with a key of its own', () => {
    const all = redirectsOf(['/old', 'a'], ['/old/', 'b'], ['/OLD', 'c'], ['/other/old', 'd']);
    expect(all.map(({ fromPath }) => fromPath)).toEqual(['/old', '/OLD', '/other/old']);
    expect(new Set(all.map(({ key }) => String(key).toLowerCase())).size).toBe(all.length);
  });
});

describe('rich text', () => {
  const text = (href: string) => ({
    type: 'text',
    text: 'a',
    marks: [{ type: 'bold' }, { type: 'link', attrs: { href, target: '_blank' } }],
  });
  const image = (src: unknown, more: object = {}) => ({ type: 'image', attrs: { src, ...more } });
  const doc = (...content: readonly object[]) => ({ type: 'doc', content: [{ type: 'paragraph', content }] });
  const asIs = { href: (href: string) => href, source: (src: string) => src };

  it.each([
    ['javascript:alert(1)', false],
    ['JAVASCRIPT:alert(1)', false],
    ['data:text/html,x', false],
    ['vbscript:x', false],
    ['https://a.example', true],
    ['page:en/about', true],
    ['mailto:a@b.example', true],
    ['/about', true],
  ])('keeps the link to %s: %s', (href, isKept) => {
    const marks = [{ type: 'bold' }, ...(isKept ? [{ type: 'link', attrs: { href, target: '_blank' } }] : [])];
    expect(resolveRichText(doc(text(href)), asIs)).toEqual(doc({ type: 'text', text: 'a', marks }));
  });

  it.each([
    ['https://a.example/b.png', true],
    ['media:sea', true],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    [7, false],
    [undefined, false],
  ])('keeps the picture %s: %s', (src, isKept) => {
    const resolved = resolveRichText(doc(image(src), { type: 'text', text: 'a' }), asIs);
    expect(resolved).toEqual(doc(...(isKept ? [image(src)] : []), { type: 'text', text: 'a' }));
  });

  it('removes what the new site does not have, and the content that is empty then', () => {
    const none = { href: () => null, source: () => null };
    expect(resolveRichText(doc(image('a.png')), none)).toEqual({ type: 'doc', content: [{ type: 'paragraph' }] });
    expect(
      resolveRichText(doc({ type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href: '/a' } }] }), none),
    ).toEqual(doc({ type: 'text', text: 'a' }));
    expect(resolveRichText(doc(image('https://a.example/a.png', { href: 'javascript:x' })), asIs)).toEqual(
      doc(image('https://a.example/a.png', { href: null })),
    );
  });

  it('tells its pictures, however deep', () => {
    const document = {
      type: 'doc',
      content: [{ type: 'blockquote', content: [image('a.png', { alt: 'A' })] }, image('b.png', { alt: 7 }), image(7)],
    };
    expect(sourcesIn(document)).toEqual([
      { src: 'a.png', alt: 'A' },
      { src: 'b.png', alt: '' },
    ]);
  });

  it('is code where it nests too deeply, and that is noted', () => {
    const notes = createNotes();
    const deep = `${'> '.repeat(5000)}a`;
    const read = parseImportedMarkdown(deep, 'a.md', notes);
    expect(read).toEqual({ type: 'doc', content: [{ type: 'codeBlock', content: [{ type: 'text', text: deep }] }] });
    expect(notes.lines()).toEqual(['A text nests too deeply to be read, and is kept as code', '  a.md']);
    expect(parseImportedMarkdown('# A', 'a.md', createNotes())).toMatchObject({ content: [{ type: 'heading' }] });
  });
});

describe('notes', () => {
  it('tell each message once, with ten of its places, each on one line', () => {
    const notes = createNotes();
    notes.add('One', 'a\nb');
    for (let at = 0; at < 12; at += 1) notes.add('Many', `p${at}`);
    notes.add('One', 'a\nb');
    expect(notes.count).toBe(14);
    const lines = notes.lines();
    expect(lines.slice(0, 2)).toEqual(['One (2 times)', '  a b']);
    expect(lines[2]).toBe('Many (12 times)');
    expect(lines.slice(3)).toEqual([...Array.from({ length: 10 }, (_, at) => `  p${at}`), '  …']);
  });

  it('are clipped, so that one place cannot fill a terminal', () => {
    const notes = createNotes();
    notes.add('One', 'x'.repeat(1000));
    expect(notes.lines()[1]).toHaveLength(302);
  });
});

it('finds no file where no folder was given', async () => {
  const files = makeEmptyFiles();
  expect([await files.take(['a.png'], 'a.md'), files.media]).toEqual([undefined, []]);
});
