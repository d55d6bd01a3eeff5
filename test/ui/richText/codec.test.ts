import { getSchema } from '@tiptap/core';
import { describe, expect, it } from 'vitest';
import { isSafeSource } from '../../../src/model/richText/href.ts';
import { readEditorAttributes, writeAttributes } from '../../../src/ui/richText/document/attributes.ts';
import { createDocumentCodec } from '../../../src/ui/richText/document/documentCodec.ts';
import { documentWords } from '../../../src/ui/richText/document/documentWords.ts';
import { documentExtensions } from '../../../src/ui/richText/document/extensions.ts';
import { completeHref, isLinkableHref, isTypedHref, readPageLink } from '../../../src/ui/richText/document/href.ts';
import { countCharacters, toPlainText } from '../../../src/ui/richText/document/toPlainText.ts';
import { isMarkdown } from '../../../src/ui/richText/paste/isMarkdown.ts';
import { markdownToHtml } from '../../../src/ui/richText/paste/markdownToHtml.ts';
import { toCssWidth } from '../../../src/ui/richText/picture/toCssWidth.ts';

const text = (value: string, ...marks: readonly object[]) => ({
  type: 'text',
  ...(marks.length > 0 && { marks }),
  text: value,
});
const paragraph = (...content: readonly object[]) => ({ type: 'paragraph', content });
const doc = (...content: readonly unknown[]) => ({ type: 'doc', content });
const link = (href: string) => ({ type: 'link', attrs: { href } });

describe('a document in the editor', () => {
  const schema = getSchema(documentExtensions());

  it.each([
    ['a node that nobody knows', { type: 'callout', attrs: { a: 1 }, content: [{ type: 'x' }] }, 'unknownBlock'],
    ['a table without cells', { type: 'table', content: [] }, 'unknownBlock'],
    ['a node of the editor alone', { type: 'inlineImage', attrs: {} }, 'unknownBlock'],
    ['no node', null, 'unknownBlock'],
    ['a property of every object', { type: 'toString' }, 'unknownBlock'],
    ['a list item outside a list', { type: 'listItem', content: [] }, 'unknownBlock'],
    ['a paragraph whose content is no list', { type: 'paragraph', content: 'x' }, 'unknownBlock'],
    ['a paragraph', paragraph(text('a')), 'paragraph'],
    [
      'a heading of a level that is too high',
      { type: 'heading', attrs: { level: 1 }, content: [text('a')] },
      'heading',
    ],
  ])('holds %s, and writes it as the very same', (_, node, name) => {
    const codec = createDocumentCodec(schema);
    const document = doc(node);
    const read = codec.read(document);
    expect(read.firstChild?.type.name).toBe(name);
    expect(codec.write(read)).toBe(document);
  });

  it('writes what was changed in its shortest form, and the rest as it was', () => {
    const codec = createDocumentCodec(schema);
    const [first, second] = [paragraph(text('a')), { ...paragraph(text('b')), id: 7 }];
    const read = codec.read(doc(first, second));
    const changed = read.type.create(read.attrs, [
      read.child(0),
      schema.nodes['paragraph']!.create(null, schema.text('c')),
    ]);
    const written = codec.write(changed) as unknown as { content: readonly unknown[] };
    expect(written.content[0]).toBe(first);
    expect(written.content[1]).toEqual({ type: 'paragraph', content: [{ type: 'text', text: 'c' }] });
  });

  it('keeps what it does not know of a node whose text is changed', () => {
    const codec = createDocumentCodec(schema);
    const read = codec.read(doc({ ...paragraph(text('b')), id: 7 }));
    const paragraphNode = read.child(0).type.create(read.child(0).attrs, schema.text('c'));
    expect(codec.write(read.type.create(read.attrs, [paragraphNode]))).toEqual(
      doc({ type: 'paragraph', id: 7, content: [{ type: 'text', text: 'c' }] }),
    );
  });

  it('without content has a paragraph to type in', () => {
    const codec = createDocumentCodec(schema);
    expect(codec.read({ type: 'doc' }).firstChild?.type.name).toBe('paragraph');
    expect(codec.write(codec.read({ type: 'doc' }))).toEqual({ type: 'doc' });
  });
});

describe('attributes', () => {
  it.each([
    ['heading', { level: 9 }, { level: 6 }],
    ['heading', { level: 'x' }, { level: 2 }],
    ['heading', {}, { level: 2 }],
    ['orderedList', { start: -1 }, { start: 0 }],
    ['codeBlock', { language: 7 }, { language: '7' }],
    ['codeBlock', { language: {} }, { language: null }],
    ['tableCell', { colspan: 0, align: 'middle' }, { colspan: 1, rowspan: 1, align: null }],
    ['paragraph', { level: 3 }, {}],
    ['toString', { level: 3 }, {}],
  ])('of %s: %j are read as %j', (name, given, expected) => {
    expect(readEditorAttributes(name, given)).toEqual(expected);
  });

  it.each([
    ['heading', { level: 3 }, { level: 2, id: 'x' }, { level: 3, id: 'x' }],
    ['heading', { level: 2 }, {}, { level: 2 }],
    ['heading', { level: 6 }, { level: 9 }, { level: 9 }],
    ['orderedList', { start: 1 }, { start: 5 }, {}],
    ['orderedList', { start: 1 }, { start: 1 }, { start: 1 }],
    ['orderedList', { start: 1 }, {}, {}],
    ['link', { href: null }, {}, { href: null }],
  ])('of %s: %j, which were %j, are written as %j', (name, now, given, expected) => {
    expect(writeAttributes(name, now, given)).toEqual(expected);
  });
});

describe('an address', () => {
  it.each([
    ['https://a.example', true, true],
    ['page:en/about#team', true, false],
    ['page:', false, false],
    ['/about', true, true],
    ['#top', true, true],
    ['mailto:a@b.example', true, false],
    ['tel:+491', true, false],
    ['javascript:alert(1)', false, false],
    ['JavaScript:alert(1)', false, false],
    [' https://a.example', false, false],
    ['data:text/html,x', false, false],
    ['java\nscript:alert(1)', false, false],
  ])('%j may be linked to: %s, and loaded from: %s', (href, isLinkable, isLoadable) => {
    expect(isLinkableHref(href)).toBe(isLinkable);
    expect(isSafeSource(href)).toBe(isLoadable);
  });

  it.each([
    ['page:en/about', { key: 'en/about', rest: '' }],
    ['page:en/about?a=1#b', { key: 'en/about', rest: '?a=1#b' }],
    ['page:a b', undefined],
    ['https://a.example', undefined],
  ])('%s names the page %j', (href, expected) => {
    expect(readPageLink(href)).toEqual(expected);
  });

  it.each([
    ['about', false],
    ['/about', true],
    ['page:en/a', true],
    ['mailto:a@b.example', true],
    ['javascript:x', false],
    ['harbour: a walk', false],
  ])('%s is meant as one: %s', (typed, expected) => {
    expect(isTypedHref(typed)).toBe(expected);
  });

  it.each([
    ['example.org', 'https://example.org'],
    [' example.org/a?b ', 'https://example.org/a?b'],
    ['https://example.org', 'https://example.org'],
    ['a@b.example', 'mailto:a@b.example'],
    ['/about', '/about'],
    ['about', 'about'],
    ['page:en/about', 'page:en/about'],
  ])('%j is completed to %s', (typed, expected) => {
    expect(completeHref(typed)).toBe(expected);
  });
});

describe('the words of a document', () => {
  const picture = { type: 'image', attrs: { src: 'a.jpg', alt: 'Sea', href: '/sea', caption: 'At dawn' } };
  const document = doc(
    paragraph(
      text('One ', link('https://a.example')),
      text('two', link('https://a.example')),
      { type: 'hardBreak' },
      text('three'),
    ),
    { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('four'))] }] },
    picture,
    paragraph(text('/b', link('/b'))),
    paragraph(),
    { type: 'paragraph', content: ['no node', { type: 'text', text: 7 }] },
  );

  it('are counted without pictures and addresses, block by block', () => {
    expect(toPlainText(document)).toBe('One two\nthree\nfour\n/b');
    expect(toPlainText('One')).toBe('');
    expect(countCharacters('a👩')).toBe(2);
  });

  it('are shown to reviewers with them, and an address that is its own text once', () => {
    expect(documentWords(document, (name) => `[${name}]`)).toBe(
      'One two (https://a.example)\nthree\nfour\n[Sea] (/sea)\nAt dawn\n/b',
    );
  });
});

describe('what is pasted', () => {
  it.each([
    ['# Heading', true],
    ['#hashtag', false],
    ['- one\n- two', true],
    ['- one', false],
    ['1. one\n2. two', true],
    ['a **bold** word', true],
    ['2 ** 3 ** 4', false],
    ['[a](https://a.example)', true],
    ['[a](b)', false],
    ['| a | b |\n|---|---|', true],
    ['> quoted', true],
    ['a > b', false],
    ['```\ncode', true],
    ['Plain text.', false],
  ])('%j looks like Markdown: %s', (pasted, expected) => {
    expect(isMarkdown(pasted)).toBe(expected);
  });

  it.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['[a](javascript:alert(1))', '<p><a href="">a</a></p>'],
    ['~~gone~~', '<p><del>gone</del></p>'],
  ])('as Markdown %j is the HTML %j', (pasted, expected) => {
    expect(markdownToHtml(pasted)).toBe(expected);
  });

  it.each([
    [null, undefined],
    ['300', '300px'],
    ['12.5', '12.5px'],
    ['50%', '50%'],
    ['20em', '20em'],
  ])('is a picture of the width %s, in CSS %s', (width, expected) => {
    expect(toCssWidth(width)).toBe(expected);
  });
});
