import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RichTextDocument } from '../../src/client/content.ts';
import { escapeHtml, renderRichText } from '../../src/client/index.ts';
import { renderHtml } from '../../src/model/richText/html/renderHtml.ts';
import { runs } from '../effort.ts';
import { doc, documents, image, mark, node, paragraph, text } from '../model/richText/documents.ts';
import { GOLDENS } from '../model/richText/goldens.ts';
import { hostile } from '../model/richText/hostile.ts';

/** Any generated value as it would arrive in an answer. */
const sent = (document: unknown): RichTextDocument => JSON.parse(JSON.stringify(document) ?? 'null');

function expectAlike(document: unknown): void {
  expect(renderRichText(sent(document))).toBe(renderHtml(sent(document)));
}

describe('renderRichText', () => {
  it.each(Object.entries(GOLDENS))('renders %s as a server does', (_, document) => expectAlike(document));

  it('renders any document as a server does', () => {
    fc.assert(fc.property(documents(), expectAlike), { numRuns: runs(100) });
  });

  it('SEC-27 renders exactly what a server does, whatever it is given', () => {
    fc.assert(fc.property(hostile, expectAlike), { numRuns: runs(300) });
  });

  it('cuts endlessly nested documents at the same depth as a server', () => {
    let deep = paragraph(text('x'));
    for (let level = 0; level < 200; level++) deep = node('blockquote', deep);
    expectAlike(doc(deep));
  });

  it('renders anything but a document as an empty string', () => {
    for (const value of [undefined, null, sent('x'), sent(paragraph(text('x')))])
      expect(renderRichText(value)).toBe('');
  });

  it('lets overrides render nodes and marks, with access to the default rendering', () => {
    const document = sent(
      doc(
        paragraph(text('a & b', mark('link', { href: '/a' }), mark('bold'))),
        image({ src: '/a.png', alt: '"A"' }),
        paragraph(text('c', mark('link', { href: 'javascript:c' }))),
      ),
    );
    const html = renderRichText(document, {
      paragraph: (_, inner) => `<div>${inner}</div>`,
      link: ({ attrs }, inner, plain) => `${plain()}[${escapeHtml((attrs as { href: string }).href)}: ${inner}]`,
      image: (_, inner, plain) => `<span>${inner}${plain()}</span>`,
    });
    expect(html).toBe(
      '<div><a href="/a"><strong>a &amp; b</strong></a>[/a: <strong>a &amp; b</strong>]</div>' +
        '<span><img src="/a.png" alt="&quot;A&quot;"></span><div>c</div>',
    );
  });
});
