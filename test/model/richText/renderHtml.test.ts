import fc from 'fast-check';
import { type DefaultTreeAdapterMap, parseFragment, serialize } from 'parse5';
import { describe, expect, it } from 'vitest';
import { renderHtml } from '../../../src/model/richText/html/renderHtml.ts';
import { MARKS, NODES } from '../../../src/model/richText/rules.ts';
import { runs } from '../../effort.ts';
import { doc, documents, image, mark, node, paragraph, text } from './documents.ts';
import { GOLDENS } from './goldens.ts';
import { hostile, hostileText } from './hostile.ts';

type ParsedNode = DefaultTreeAdapterMap['node'];
type ParsedElement = DefaultTreeAdapterMap['element'];

const ELEMENTS =
  'p h2 h3 h4 h5 h6 ul ol li blockquote pre code img figure figcaption table thead tbody tr th td hr br strong em u s sub sup a'.split(
    ' ',
  );
const ATTRIBUTES = 'href target rel title src alt width height style class start colspan rowspan'.split(' ');

function elementsIn(parent: ParsedNode): readonly ParsedElement[] {
  const children = 'childNodes' in parent ? parent.childNodes : [];
  return children.flatMap((child) => ('tagName' in child ? [child, ...elementsIn(child)] : elementsIn(child)));
}

function textIn(parent: ParsedNode): string {
  if ('value' in parent) return parent.value;
  return 'childNodes' in parent ? parent.childNodes.map(textIn).join('') : '';
}

/** The addresses of links and images that a reader would follow. */
const addressesIn = (elements: readonly ParsedElement[]): readonly string[] =>
  elements.flatMap(({ attrs }) =>
    attrs.filter(({ name }) => name === 'href' || name === 'src').map(({ value }) => value),
  );

function expectHarmless(html: string): void {
  const elements = elementsIn(parseFragment(html));
  expect(elements.filter(({ tagName }) => !ELEMENTS.includes(tagName))).toEqual([]);
  const names = elements.flatMap(({ attrs }) => attrs.map(({ name }) => name));
  expect(names.filter((name) => !ATTRIBUTES.includes(name))).toEqual([]);
  const schemes = addressesIn(elements).map((address) => new URL(address, 'https://site.invalid').protocol);
  expect(schemes.filter((scheme) => !['http:', 'https:', 'mailto:', 'tel:'].includes(scheme))).toEqual([]);
}

/** HTML after parsing and serializing: the same if no element was closed early or moved. */
const expectStable = (html: string): void =>
  expect(serialize(parseFragment(html)).replaceAll('&nbsp;', '\u00a0')).toBe(normalize(html));

/** Escapes text and attributes as parse5 does. */
const normalize = (html: string): string =>
  html
    .replace(/>[^<]*/g, (run) => run.replaceAll('&quot;', '"').replaceAll('&#39;', "'"))
    .replace(/<[^>]*>/g, (tag) => tag.replaceAll('&#39;', "'"))
    .replaceAll('&#13;', '\r');

describe('renderHtml', () => {
  it('has a golden file for every node and mark', () => {
    const names = Object.keys(GOLDENS);
    const missing = [...NODES.keys(), ...MARKS.keys()].filter((type) => !names.some((name) => name.startsWith(type)));
    expect(missing.filter((type) => !['doc', 'tableRow', 'tableHeader', 'tableCell'].includes(type))).toEqual([]);
  });

  it.each(Object.entries(GOLDENS))('renders %s as in its golden file', async (name, document) => {
    const html = renderHtml(document);
    await expect(`${html}\n`).toMatchFileSnapshot(`golden/${name}.html`);
    expectHarmless(html);
    expectStable(html);
  });

  it('is parsed as the same elements, whatever the document', () => {
    fc.assert(
      fc.property(documents(), (document) => {
        const html = renderHtml(document);
        expectHarmless(html);
        expectStable(html);
      }),
      { numRuns: runs(300, 30) },
    );
  });

  it('SEC-27 is parsed as nothing that runs, whatever the input', () => {
    fc.assert(
      fc.property(hostile, (document) => {
        expectHarmless(renderHtml(document));
      }),
      { numRuns: runs(1000, 100) },
    );
  });

  it('SEC-27 shows every text as it is', () => {
    fc.assert(
      fc.property(hostileText, (value) => {
        const shown = textIn(parseFragment(renderHtml(doc(paragraph(text(value))))));
        expect(shown).toBe(value.replaceAll('\0', '\uFFFD'));
      }),
    );
  });

  it.each([undefined, null, 5, 'x', [], {}, paragraph(text('x')), { type: 'doc', content: 'x' }])(
    'renders %j as nothing',
    (value) => {
      expect(renderHtml(value)).toBe('');
    },
  );

  it('leaves out an image without a resolved address', () => {
    expect(renderHtml(doc(image({ src: 'media:harbour' })))).toBe('');
  });

  it('renders nodes only where they are allowed', () => {
    expect(renderHtml(doc(paragraph(paragraph(text('x'))), node('tableRow'), node('listItem')))).toBe('<p></p>');
  });

  it('makes one link of neighbours with the same address, whatever attributes are null', () => {
    const link = (attrs: object) => mark('link', { href: '/a', ...attrs });
    expect(renderHtml(doc(paragraph(text('a', link({ target: null })), text('b', link({})))))).toBe(
      '<p><a href="/a">ab</a></p>',
    );
    expect(renderHtml(doc(paragraph(text('a', link({ title: 'A' })), text('b', link({})))))).toBe(
      '<p><a href="/a" title="A">a</a><a href="/a">b</a></p>',
    );
  });

  it('puts no link into another', () => {
    const linked = { ...image({ src: '/a.png', href: '/inner' }), marks: [mark('link', { href: '/outer' })] };
    expect(renderHtml(doc(paragraph(linked)))).toBe('<p><a href="/outer"><img src="/a.png" alt=""></a></p>');
  });

  it('ignores unknown marks, however many there are', () => {
    const marks = Array.from({ length: 20_000 }, (_, index) => ({ type: `mark${index}` }));
    const marked = { type: 'text', text: 'a', marks: [...marks, { type: 'bold' }, { type: 'bold' }] };
    expect(renderHtml({ type: 'doc', content: [{ type: 'paragraph', content: [marked] }] })).toBe(
      '<p><strong>a</strong></p>',
    );
  });

  it('stops in a document that nests without end', () => {
    let deep = paragraph(text('x'));
    for (let level = 0; level < 5_000; level++) deep = node('blockquote', deep);
    expect(renderHtml(doc(deep)).length).toBeLessThan(5_000);
  });
});
