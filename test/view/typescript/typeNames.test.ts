import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteLiteral } from '../../../src/lib/text/quoteLiteral.ts';
import { comment, propertyName } from '../../../src/view/typescript/text.ts';
import { typeNames } from '../../../src/view/typescript/typeNames.ts';
import { character } from '../../character.ts';

describe('the name of a type', () => {
  it.each([
    ['blog-post', 'BlogPost'],
    ['blog_post', 'BlogPost'],
    ['_draft', 'Draft'],
    ['faq', 'Faq'],
    ['3d-model', '_3dModel'],
    ['über-uns', 'ÜberUns'],
    ['alreadyCamel', 'AlreadyCamel'],
    ['---', '_'],
  ])('for %s is %s', (slug, name) => {
    expect(typeNames([slug]).get(slug)).toBe(name);
  });

  it('is another for each slug, and the same in whatever order they come', () => {
    const slugs = ['a-b', 'a_b', 'aB', 'a--b'];
    expect([...typeNames(slugs)].sort()).toEqual([...typeNames(slugs.toReversed())].sort());
    expect(new Set(typeNames(slugs).values())).toEqual(new Set(['AB', 'AB_2', 'AB_3', 'AB_4']));
  });

  it('can begin an identifier, whatever the slug', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: character, maxLength: 8 }), { maxLength: 8 }), (slugs) => {
        const names = [...typeNames(slugs).values()];
        expect(names).toHaveLength(slugs.length);
        expect(new Set(names).size).toBe(slugs.length);
        for (const name of names) expect(name).toMatch(/^[\p{ID_Start}_][\p{ID_Continue}]*$/u);
      }),
    );
  });
});

describe('a text in TypeScript', () => {
  it('reads back as it was, on one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: character }), (text) => {
        const literal = quoteLiteral(text);
        expect(JSON.parse(literal)).toBe(text);
        expect(literal).not.toMatch(/[\n\r\u2028\u2029]/);
      }),
    );
    expect(quoteLiteral('a\u2028"b')).toBe('"a\\u2028\\"b"');
  });

  it.each([
    ['title', 'title'],
    ['$a_1', '$a_1'],
    ['1st', '"1st"'],
    ['a-b', '"a-b"'],
    ['', '""'],
    ['a: any; b', '"a: any; b"'],
  ])('as the name %s is %s', (name, expected) => {
    expect(propertyName(name)).toBe(expected);
  });

  it.each([
    [[], ''],
    [[null, undefined, ''], ''],
    [['One', null, 'Two'], '  /** One: Two */\n'],
    [['a */ b'], '  /** a *\\/ b */\n'],
    [['a\nb'], '  /** a b */\n'],
  ])('as a comment %j is %j, which it cannot end', (parts, expected) => {
    expect(comment(parts, '  ')).toBe(expected);
  });
});
