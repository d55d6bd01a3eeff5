import { expect, it } from 'vitest';
import { mapNodes, walkNodes } from '../../../src/model/richText/node.ts';

const DOC = {
  type: 'doc',
  content: [
    { type: 'blockquote', content: [{ type: 'image' }, 'no node', { type: 'paragraph', content: {} }] },
    { type: 'image' },
  ],
};

it('visits every node with its path, parents first', () => {
  const seen: unknown[] = [];
  walkNodes(DOC, ({ type }, path) => seen.push([type, path.join('.')]));
  expect(seen).toEqual([
    ['doc', ''],
    ['blockquote', 'content.0'],
    ['image', 'content.0.content.0'],
    ['paragraph', 'content.0.content.2'],
    ['image', 'content.1'],
  ]);
});

it('replaces nodes and keeps those that stay the same', () => {
  const mapped = mapNodes(DOC, (node) => (node.type === 'image' ? { ...node, attrs: { src: '/a.png' } } : node));
  expect(mapped).toEqual({
    type: 'doc',
    content: [
      {
        type: 'blockquote',
        content: [{ type: 'image', attrs: { src: '/a.png' } }, 'no node', { type: 'paragraph', content: {} }],
      },
      { type: 'image', attrs: { src: '/a.png' } },
    ],
  });
  expect(mapNodes(DOC, (node) => node)).toBe(DOC);
  expect(mapNodes('x', (node) => node)).toBe('x');
});
