import { expect, it } from 'vitest';
import { plainText } from '../../../src/model/richText/plainText.ts';

const block = (type: string, ...content: readonly unknown[]) => ({ type, content });
const text = (value: string, ...marks: readonly string[]) => ({
  type: 'text',
  text: value,
  marks: marks.map((type) => ({ type })),
});

it('returns the text of each block on a line of its own', () => {
  const doc = block(
    'doc',
    block('heading', text('Title')),
    block('paragraph', text('One '), text('two', 'bold'), { type: 'hardBreak' }, text('three'), { type: 'image' }),
    block('paragraph'),
    block(
      'bulletList',
      block(
        'listItem',
        block('paragraph', text('a')),
        block('bulletList', block('listItem', block('paragraph', text('b')))),
      ),
    ),
    block(
      'table',
      block(
        'tableRow',
        block('tableCell', block('paragraph', text('c'))),
        block('tableCell', block('paragraph', text('d'))),
      ),
    ),
    { type: 'horizontalRule' },
    block('codeBlock', text('x\n  y')),
  );
  expect(plainText(doc)).toBe('Title\nOne two\nthree\na\nb\nc\nd\nx\n  y');
});

it.each([
  [null],
  ['x'],
  [5],
  [[]],
  [{ type: 'doc', content: 'x' }],
  [{ type: 'doc', content: [null, { type: 'text' }, { type: 'text', text: 5 }] }],
])('finds no text in %j', (value) => {
  expect(plainText(value)).toBe('');
});

it('stops in a document that nests deeper than the stack', () => {
  let node: unknown = block('paragraph', text('x'));
  for (let level = 0; level < 100_000; level++) node = block('blockquote', node);
  expect(plainText(node)).toBe('');
});
