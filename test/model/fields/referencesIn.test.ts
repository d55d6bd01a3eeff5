import { describe, expect, it } from 'vitest';
import { referencesIn } from '../../../src/model/fields/references.ts';
import { draft } from './records.ts';

const SCHEMA = [
  { name: 'photo', type: 'media' },
  { name: 'photos', type: 'gallery' },
  { name: 'parent', type: 'page' },
  { name: 'topic', type: 'term' },
  { name: 'more', type: 'link' },
  { name: 'body', type: 'richtext' },
  { name: 'items', type: 'repeater', fields: [{ name: 'author', type: 'reference' }] },
];

describe('referencesIn', () => {
  it('finds every key with the path of the value that holds it', () => {
    const values = {
      photo: 'boats',
      photos: ['a', 'b'],
      parent: 'en/about',
      topic: 'topics/news',
      more: { text: 'x', page: 'de/kontakt' },
      body: {
        type: 'doc',
        content: [
          { type: 'paragraph' },
          { type: 'image', attrs: { src: 'media:boats' } },
          { type: 'image', attrs: { src: '/a.png' } },
        ],
      },
      items: [{}, { author: 'en/team/anna' }],
    };
    expect(referencesIn(SCHEMA, values, { path: ['regions', 'content', 0, 'fields'], ...draft })).toEqual(
      [
        { kind: 'media', key: 'boats', path: ['photo'] },
        { kind: 'media', key: 'a', path: ['photos', 0] },
        { kind: 'media', key: 'b', path: ['photos', 1] },
        { kind: 'page', key: 'en/about', path: ['parent'] },
        { kind: 'term', key: 'topics/news', path: ['topic'] },
        { kind: 'page', key: 'de/kontakt', path: ['more', 'page'] },
        { kind: 'media', key: 'boats', path: ['body', 'content', 1, 'attrs', 'src'] },
        { kind: 'page', key: 'en/team/anna', path: ['items', 1, 'author'] },
      ].map((one) => ({ ...one, path: ['regions', 'content', 0, 'fields', ...one.path] })),
    );
  });

  it('finds nothing without a schema, or in values of the wrong type', () => {
    expect(referencesIn(undefined, { photo: 'boats' }, { path: [], ...draft })).toEqual([]);
    const wrong = {
      photo: 5,
      photos: [null, 3],
      parent: 'about',
      topic: {},
      more: { page: 7 },
      body: { type: 'doc', content: 'x' },
      items: ['x'],
    };
    expect(referencesIn(SCHEMA, wrong, { path: [], ...draft })).toEqual([]);
  });
});
