import { describe, expect, it } from 'vitest';
import { checkRichText } from '../../../src/model/richText/check.ts';
import { MARKS, NODES } from '../../../src/model/richText/rules.ts';

const lines = (doc: unknown) => checkRichText(doc).map(({ path, message }) => `${path.join('.')}: ${message}`);
const text = (value: unknown, ...marks: readonly unknown[]) => ({
  type: 'text',
  text: value,
  ...(marks.length > 0 && { marks }),
});
const node = (type: string, attrs: unknown, ...content: readonly unknown[]) => ({ type, attrs, content });
const block = (type: string, ...content: readonly unknown[]) => ({ type, content });
const doc = (...content: readonly unknown[]) => block('doc', ...content);
const paragraph = (...content: readonly unknown[]) => block('paragraph', ...content);
const image = (attrs: unknown) => ({ type: 'image', attrs });
const cell = (type: string, attrs: unknown = {}) => node(type, attrs, paragraph(text('x')));

const EVERYTHING = doc(
  node('heading', { level: 2 }, text('Title')),
  paragraph(
    text('a', { type: 'bold' }, { type: 'italic' }, { type: 'underline' }, { type: 'strike' }),
    text('b', { type: 'code' }),
    text('c', {
      type: 'link',
      attrs: { href: 'https://a.example', target: '_blank', rel: 'noopener', title: 'A', class: null },
    }),
    text('d', { type: 'subscript' }),
    text('e', { type: 'superscript' }),
    { type: 'hardBreak', marks: [{ type: 'bold' }] },
    image({ src: '/inline.png' }),
  ),
  block('bulletList', block('listItem', paragraph(text('x')), block('bulletList', block('listItem')))),
  node('orderedList', { start: 3, type: null }, block('listItem', paragraph())),
  block('blockquote', node('heading', { level: 6 })),
  node('codeBlock', { language: 'ts' }, text('let a = 1;\n')),
  {
    type: 'image',
    attrs: { src: 'media:harbour', alt: '', title: 'T', href: '/a', caption: 'C', width: 320, height: '50%' },
    marks: [],
  },
  block(
    'table',
    block('tableRow', cell('tableHeader', { colspan: 2, rowspan: 1, colwidth: [100] })),
    block('tableRow', cell('tableCell'), cell('tableCell')),
  ),
  { type: 'horizontalRule' },
);

describe('checkRichText', () => {
  it('accepts a document with every node and mark', () => {
    expect(lines(EVERYTHING)).toEqual([]);
    const json = JSON.stringify(EVERYTHING);
    for (const type of [...NODES.keys(), ...MARKS.keys()]) expect(json).toContain(`"type":"${type}"`);
  });

  it.each([
    [{ type: 'doc' }],
    [{ type: 'doc', content: [] }],
    [{ type: 'doc', content: null, attrs: null }],
    [
      doc(paragraph(), block('bulletList'), block('table', block('tableRow')), {
        type: 'codeBlock',
        attrs: { language: null },
      }),
    ],
    [doc({ type: 'paragraph', attrs: { textAlign: 'left' }, marks: null })],
    [doc(image({ src: null }))],
    [doc({ type: 'image' })],
  ])('accepts what editors leave out: %j', (value) => {
    expect(lines(value)).toEqual([]);
  });

  it.each<[unknown, ...string[]]>([
    [null, ': must be a rich text document'],
    ['<p>x</p>', ': must be a rich text document'],
    [[], ': must be a rich text document'],
    [{}, 'type: must be "doc"'],
    [paragraph(text('x')), 'type: must be "doc"'],
    [{ type: 'doc', content: {} }, 'content: must be a list'],
    [
      doc('x', null, {}, { type: 5 }),
      'content.0: must be a node: an object with a type',
      'content.1: must be a node: an object with a type',
      'content.2: must be a node: an object with a type',
      'content.3: must be a node: an object with a type',
    ],
    [doc({ type: 'video' }), 'content.0.type: "video" is not a known node'],
    [doc({ type: 'constructor' }), 'content.0.type: "constructor" is not a known node'],
    [doc(text('x')), 'content.0.type: "text" is not allowed in "doc"'],
    [doc(doc()), 'content.0.type: "doc" is not allowed in "doc"'],
    [doc(block('listItem')), 'content.0.type: "listItem" is not allowed in "doc"'],
    [doc(paragraph(paragraph())), 'content.0.content.0.type: "paragraph" is not allowed in "paragraph"'],
    [doc(block('bulletList', paragraph())), 'content.0.content.0.type: "paragraph" is not allowed in "bulletList"'],
    [doc(block('blockquote', text('x'))), 'content.0.content.0.type: "text" is not allowed in "blockquote"'],
    [doc(block('table', cell('tableCell'))), 'content.0.content.0.type: "tableCell" is not allowed in "table"'],
    [
      doc(block('table', block('tableRow', paragraph()))),
      'content.0.content.0.content.0.type: "paragraph" is not allowed in "tableRow"',
    ],
    [
      doc(block('codeBlock', { type: 'hardBreak' })),
      'content.0.content.0.type: "hardBreak" is not allowed in "codeBlock"',
    ],
    [
      doc(block('codeBlock', text('x', { type: 'bold' }))),
      'content.0.content.0.marks: must be empty: "text" cannot have marks here',
    ],
    [
      doc(block('horizontalRule', paragraph())),
      'content.0.content.0.type: "paragraph" is not allowed in "horizontalRule"',
    ],
    [
      doc({ type: 'paragraph', marks: [{ type: 'bold' }] }),
      'content.0.marks: must be empty: "paragraph" cannot have marks here',
    ],
    [doc(paragraph(text(''))), 'content.0.content.0.text: must be text that is not empty'],
    [doc(paragraph(text(5))), 'content.0.content.0.text: must be text that is not empty'],
    [doc(paragraph({ type: 'text', text: 'x', marks: 'bold' })), 'content.0.content.0.marks: must be a list'],
    [doc(paragraph(text('x', 'bold'))), 'content.0.content.0.marks.0: must be a mark: an object with a type'],
    [doc(paragraph(text('x', { type: 'blink' }))), 'content.0.content.0.marks.0.type: "blink" is not a known mark'],
    [
      doc(paragraph(text('x', { type: 'toString' }))),
      'content.0.content.0.marks.0.type: "toString" is not a known mark',
    ],
    [
      doc(paragraph(text('x', { type: 'bold' }, { type: 'bold' }))),
      'content.0.content.0.marks: must not repeat a mark',
    ],
    [
      doc(paragraph(text('x', ...Array.from({ length: 9 }, () => ({ type: 'bold' }))))),
      'content.0.content.0.marks: must have at most 8 marks',
    ],
    [doc({ type: 'heading' }), 'content.0.attrs.level: must be a whole number from 2 to 6'],
    [doc(node('heading', { level: 1 })), 'content.0.attrs.level: must be a whole number from 2 to 6'],
    [doc(node('heading', { level: '2' })), 'content.0.attrs.level: must be a whole number from 2 to 6'],
    [doc(node('heading', [])), 'content.0.attrs: must be an object'],
    [doc(node('orderedList', { start: -1 })), 'content.0.attrs.start: must be a whole number from 0 to 999999999'],
    [doc(node('codeBlock', { language: 5 })), 'content.0.attrs.language: must be text'],
    [
      doc(block('table', block('tableRow', cell('tableHeader', { colspan: 0, rowspan: 1.5 })))),
      'content.0.content.0.content.0.attrs.colspan: must be a whole number from 1 to 1000',
      'content.0.content.0.content.0.attrs.rowspan: must be a whole number from 1 to 1000',
    ],
    [
      doc(
        image({
          src: 'data:image/png;base64,AA',
          href: 'javascript:alert(1)',
          alt: 5,
          width: -1,
          height: 'tall; color: red',
          target: 'x',
          linkTarget: 'a b',
          float: 'middle',
        }),
      ),
      'content.0.attrs.src: must be an http, https or relative URL',
      'content.0.attrs.href: must be an http, https, mailto, tel or relative URL, or page:<locale>/<slug>',
      'content.0.attrs.linkTarget: must be a link target such as _blank',
      'content.0.attrs.target: must be one of _self, _blank, _parent, _top',
      'content.0.attrs.alt: must be text',
      'content.0.attrs.width: must be a length such as 320 or "50%"',
      'content.0.attrs.height: must be a length such as 320 or "50%"',
      'content.0.attrs.float: must be one of none, left, right, center',
    ],
    [doc(image({ src: 'media:../x' })), 'content.0.attrs.src: must be an http, https or relative URL'],
    [
      doc(paragraph(text('x', { type: 'link' }))),
      'content.0.content.0.marks.0.attrs.href: must be an http, https, mailto, tel or relative URL, or page:<locale>/<slug>',
    ],
    [
      doc(paragraph(text('x', { type: 'link', attrs: { href: 'vbscript:x', rel: 5, title: [] } }))),
      'content.0.content.0.marks.0.attrs.href: must be an http, https, mailto, tel or relative URL, or page:<locale>/<slug>',
      'content.0.content.0.marks.0.attrs.rel: must be text',
      'content.0.content.0.marks.0.attrs.title: must be text',
    ],
  ])('refuses %j', (value, ...problems) => {
    expect(lines(value)).toEqual(problems);
  });

  it('limits the nodes of a document and the problems that it lists', () => {
    expect(lines(doc(...Array.from({ length: 50_001 }, () => ({ type: 'horizontalRule' }))))).toEqual([
      ': must have at most 50000 nodes',
    ]);
    const wrong = checkRichText(
      doc(...Array.from({ length: 300 }, () => paragraph(...Array.from({ length: 150 }, () => text(''))))),
    );
    expect(wrong.length).toBeLessThanOrEqual(200);
  });

  it('keeps the name of an unknown node short', () => {
    expect(lines(doc({ type: 'x'.repeat(100_000) }))[0]).toHaveLength(
      'content.0.type: "…" is not a known node'.length + 50,
    );
  });
});
