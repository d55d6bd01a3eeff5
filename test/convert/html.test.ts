import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlToRichText } from '../../src/convert/html/htmlToRichText.ts';
import { createNotes } from '../../src/convert/notes.ts';
import { resolveRichText } from '../../src/convert/richText.ts';
import { decodeTitle } from '../../src/features/importWordpress/words.ts';
import { checkRichText } from '../../src/model/richText/check.ts';
import { plainText } from '../../src/model/richText/plainText.ts';

const read = (html: string, keepsLines = false) =>
  htmlToRichText(html, { notes: createNotes(), place: 'a', keepsLines });
const text = (value: string, ...marks: readonly object[]) => ({
  type: 'text',
  text: value,
  ...(marks.length > 0 && { marks }),
});
const p = (...content: readonly object[]) => ({ type: 'paragraph', content });
const doc = (...content: readonly object[]) => ({ type: 'doc', ...(content.length > 0 && { content }) });
const bold = { type: 'bold' };
const link = (href: string, more: object = {}) => ({ type: 'link', attrs: { href, ...more } });

describe('HTML becomes', () => {
  it.each<readonly [string, object]>([
    ['', doc()],
    ['  \n ', doc()],
    ['a  b\n\tc', doc(p(text('a b c')))],
    ['<p>a</p>b<p></p>', doc(p(text('a')), p(text('b')))],
    [
      '<h1>a</h1><h6>b</h6><h3> </h3>',
      doc(
        { type: 'heading', attrs: { level: 2 }, content: [text('a')] },
        { type: 'heading', attrs: { level: 6 }, content: [text('b')] },
      ),
    ],
    ['<b>a<strong>b</strong></b><i>c</i>', doc(p(text('a', bold), text('b', bold), text('c', { type: 'italic' })))],
    ['<b><i>a</i></b>', doc(p(text('a', bold, { type: 'italic' })))],
    ['<a href=" /x ">a</a><a>b</a><a href="">c</a>', doc(p(text('a', link('/x')), text('b'), text('c')))],
    [
      '<a href="/x" target="_blank">a</a><a href="/y" target="_top">b</a>',
      doc(p(text('a', link('/x', { target: '_blank' })), text('b', link('/y')))),
    ],
    [
      '<del>a</del><ins>b</ins><kbd>c</kbd>',
      doc(p(text('a', { type: 'strike' }), text('b', { type: 'underline' }), text('c', { type: 'code' }))),
    ],
    ['<br>a<br><br>b<br>', doc(p(text('a'), { type: 'hardBreak' }, { type: 'hardBreak' }, text('b')))],
    [
      '<ul><li>a<ol><li>b</li></ol></li><li></li></ul>',
      doc({
        type: 'bulletList',
        content: [
          {
            type: 'listItem',
            content: [p(text('a')), { type: 'orderedList', content: [{ type: 'listItem', content: [p(text('b'))] }] }],
          },
        ],
      }),
    ],
    ['<ul></ul><blockquote> </blockquote><pre></pre>', doc()],
    ['<blockquote>a</blockquote>', doc({ type: 'blockquote', content: [p(text('a'))] })],
    ['<pre>  a\n<b>b</b></pre>', doc({ type: 'codeBlock', content: [text('  a\nb')] })],
    ['a<hr>b', doc(p(text('a')), { type: 'horizontalRule' }, p(text('b')))],
    ['<div><section>a</section></div>', doc(p(text('a')))],
    [
      '<img src=" a.png " alt="A" title="T"><img alt="x">',
      doc(p({ type: 'image', attrs: { src: 'a.png', alt: 'A', title: 'T' } })),
    ],
    [
      '<figure><a href="/x"><img src="a.png"></a><figcaption> Sea </figcaption></figure>',
      doc({ type: 'image', attrs: { src: 'a.png', caption: 'Sea', href: '/x' } }),
    ],
    [
      '<table><tr><th>a</th><td colspan="2" rowspan="x"></td></tr><tr></tr></table>',
      doc({
        type: 'table',
        content: [
          {
            type: 'tableRow',
            content: [
              { type: 'tableHeader', content: [p(text('a'))] },
              { type: 'tableCell', attrs: { colspan: 2 }, content: [{ type: 'paragraph' }] },
            ],
          },
        ],
      }),
    ],
    ['<td colspan="99999">a</td>', doc(p(text('a')))],
    ['&lt;b&gt; &amp; &nbsp;', doc(p(text('<b> & \u00a0')))],
  ])('%j', (html, expected) => {
    expect(read(html)).toEqual(expected);
  });

  it('nothing of what shows no text', () => {
    expect(
      read('<script>alert(1)</script><style>b{}</style><template>x</template><!-- c --><noscript>n</noscript>a'),
    ).toEqual(doc(p(text('a'))));
    expect(read('<p onclick="x()" style="y">a</p>')).toEqual(doc(p(text('a'))));
  });

  it('lines and paragraphs where those of the text count', () => {
    expect(read('a\nb\n\nc', true)).toEqual(doc(p(text('a'), { type: 'hardBreak' }, text('b')), p(text('c'))));
    expect(read('<p>a\nb</p>', true)).toEqual(doc(p(text('a b'))));
    expect(read('a\nb\n\nc')).toEqual(doc(p(text('a b c'))));
  });

  it('a link for what is embedded, of which that is noted, and nothing for what has no address', () => {
    const notes = createNotes();
    const how = { notes, place: 'a', keepsLines: false };
    expect(
      htmlToRichText('<iframe src="//v.example/1"></iframe><object data="/o"></object><video></video>', how),
    ).toEqual(doc(p(text('https://v.example/1', link('https://v.example/1'))), p(text('/o', link('/o')))));
    expect(notes.lines()).toEqual([
      'An embedded element (iframe, video, audio) became a link (3 times)',
      '  a: //v.example/1',
      '  a: /o',
      '  a: video',
    ]);
  });

  it('a text alone where it nests too deeply', () => {
    const deep = `${'<div>'.repeat(500)}a${'<b>'.repeat(200)}b`;
    expect(plainText(read(deep)).replace(/\s/g, '')).toBe('ab');
  });
});

describe('hostile HTML', () => {
  const tag = fc.constantFrom(
    'p',
    'b',
    'a',
    'ul',
    'li',
    'table',
    'tr',
    'td',
    'h2',
    'pre',
    'blockquote',
    'figure',
    'img',
    'iframe',
    'script',
    'svg',
    'math',
    'select',
    'title',
  );
  const piece = fc.oneof(
    tag.map((name) => `<${name}>`),
    tag.map((name) => `</${name}>`),
    fc.constantFrom(
      ' ',
      'x',
      '\n\n',
      '&',
      '<',
      '<!--',
      '-->',
      '<![CDATA[',
      '&#0;',
      '<img src="javascript:alert(1)">',
      '<a href="javascript:alert(1)">',
      '<a href="https://a.example">',
    ),
  );

  it('becomes a document that Quire would take, without an address that runs', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.boolean(), (pieces, keepsLines) => {
        const made = resolveRichText(read(pieces.join(''), keepsLines), { href: (one) => one, source: (one) => one });
        expect(JSON.stringify(made)).not.toContain('javascript:');
        expect(checkRichText(made)).toEqual([]);
      }),
    );
  });

  it.each([
    ['Fish &amp; chips', 'Fish & chips'],
    ['<em>A</em> b', 'A b'],
    ['a < b', 'a < b'],
    ['plain', 'plain'],
    ['&lt;script&gt;', '<script>'],
  ])('is the title "%s" as "%s"', (html, expected) => {
    expect(decodeTitle(html)).toBe(expected);
  });
});
