import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical } from '../../../src/model/richText/canonical.ts';
import { checkRichText } from '../../../src/model/richText/check.ts';
import { renderHtml } from '../../../src/model/richText/html/renderHtml.ts';
import { fromMarkdown } from '../../../src/model/richText/markdown/fromMarkdown.ts';
import { toMarkdown } from '../../../src/model/richText/markdown/toMarkdown.ts';
import { character } from '../../character.ts';
import { runs } from '../../effort.ts';
import { long } from '../../long.ts';
import { doc, documents, heading, image, item, mark, node, paragraph, text } from './documents.ts';
import { GOLDENS } from './goldens.ts';
import { hostile } from './hostile.ts';

/** Pieces of text that people write, in any order. */
const markdown = fc
  .array(
    fc.constantFrom(
      ...[
        '# One',
        '## Two',
        'text',
        '*a* **b** ~~c~~ `d`',
        '- x',
        '  - y',
        '1. z',
        '10) q',
        '> said',
        '>> twice',
        '```ts',
        '```',
        '---',
        '===',
      ],
      ...[
        '| a | b |',
        '|---|:-:|',
        '| 1 |',
        '![alt](media:x "t")',
        '[![a](/b.png)](/c)',
        '[l](javascript:alert(1))',
        '[l](/ok "t")',
        '[r]: /ref',
        '[r]',
        '![r]',
      ],
      ...[
        '<u>u</u>',
        '<u>',
        '</u>',
        '<br>',
        '<img src="/a.png" width="3">',
        '<img src=x onerror=y>',
        '<script>',
        '<!-- c -->',
        '<p></p>',
        '<a href="/x" target="_blank">',
        '</a>',
      ],
      ...[
        '\\',
        '&amp;',
        '\t',
        '    code',
        '***',
        '**',
        '_',
        '![](javascript:x)',
        '<https://a.example>',
        '```json quire',
        '{"type":"paragraph"}',
        '{"type":"evil"}',
        'a  ',
        '\r',
      ],
    ),
    { maxLength: 12 },
  )
  .chain((parts) => fc.constantFrom('\n', '\n\n', ' ', '\r\n').map((joint) => parts.join(joint)));

describe('toMarkdown', () => {
  it.each(Object.entries(GOLDENS))('writes %s as in its golden file', async (name, document) => {
    const written = toMarkdown(document);
    await expect(written).toMatchFileSnapshot(`golden/${name}.md`);
    expect(fromMarkdown(written)).toEqual(canonical(document));
  });

  it('writes any document so that it is read back the same', () => {
    fc.assert(
      fc.property(documents(), (document) => {
        expect(checkRichText(document)).toEqual([]);
        const read = fromMarkdown(toMarkdown(document));
        expect(read).toEqual(canonical(document));
        expect(renderHtml(read)).toBe(renderHtml(document));
      }),
      { numRuns: runs(300, 30) },
    );
  });

  it('reads a document in canonical form back exactly', () => {
    fc.assert(
      fc.property(documents(), (document) => {
        const one = canonical(document);
        expect(canonical(one)).toEqual(one);
        expect(fromMarkdown(toMarkdown(one))).toStrictEqual(one);
      }),
      { numRuns: runs(100) },
    );
  });

  it('writes nothing that looks like a conflict of a merge', () => {
    const conflict = '<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs';
    const written = toMarkdown(doc(node('codeBlock', text(conflict)), paragraph(text('<<<<<<< x'))));
    expect(written).not.toMatch(/^<<<<<<<( |$)/m);
  });

  it('writes only the smallest block as JSON', () => {
    const odd = image({ src: '/a.png', caption: 'C' });
    const written = toMarkdown(
      doc(heading(2, text('H')), node('bulletList', item(paragraph(text('a'))), item(paragraph(text('b')), odd))),
    );
    expect(written).toBe(
      `## H\n\n- a\n\n- b\n\n  \`\`\`json quire\n  {\n    "type": "image",\n    "attrs": {\n      "src": "/a.png",\n      "caption": "C"\n    }\n  }\n  \`\`\`\n`,
    );
  });

  it('keeps attributes that only an editor knows, of the document itself too', () => {
    const document = { ...doc(paragraph(text('x'))), attrs: { theme: 'dark' } };
    expect(fromMarkdown(toMarkdown(document))).toEqual(document);
  });

  it('writes an invalid document as one block of JSON, whatever it is', () => {
    fc.assert(
      fc.property(hostile, (document) => {
        const isSound = checkRichText(canonical(document)).length === 0;
        expect(/^`{3,}json quire\n{\n {2}"type": "doc"/.test(toMarkdown(document))).toBe(!isSound);
      }),
      { numRuns: runs(1000, 50) },
    );
  });

  it('is empty for an empty document', () => {
    expect(toMarkdown(doc())).toBe('');
  });
});

describe('fromMarkdown', () => {
  it('reads any text as a valid document', () => {
    fc.assert(
      fc.property(fc.oneof(markdown, fc.string({ unit: character })), (value) => {
        const document = fromMarkdown(value);
        expect(checkRichText(document)).toEqual([]);
        expect(canonical(document)).toStrictEqual(document);
      }),
      { numRuns: runs(300, 30) },
    );
  });

  it('is stable after one round trip', () => {
    fc.assert(
      fc.property(markdown, (value) => {
        const once = toMarkdown(fromMarkdown(value));
        expect(toMarkdown(fromMarkdown(once))).toBe(once);
      }),
      { numRuns: runs(300, 30) },
    );
  });

  it.each([
    ['# Title', doc(heading(2, text('Title')))],
    ['one\ntwo', doc(paragraph(text('one two')))],
    [
      'a <u>b</u> <sub>c</sub>',
      doc(paragraph(text('a '), text('b', mark('underline')), text(' '), text('c', mark('subscript')))),
    ],
    ['<u>never closed', doc(paragraph(text('<u>never closed')))],
    ['<script>alert(1)</script>', doc(paragraph(text('<script>alert(1)</script>')))],
    ['<u onclick="x">a</u>', doc(paragraph(text('<u onclick="x">a</u>')))],
    ['<a href="javascript:x">a</a>', doc(paragraph(text('<a href="javascript:x">a</a>')))],
    ['<img src="x" onerror="y">', doc(paragraph(text('<img src="x" onerror="y">')))],
    ['[a](javascript:alert(1))', doc(paragraph(text('a')))],
    ['![a](javascript:alert(1))', doc(paragraph(text('a')))],
    ['[a][b]\n\n[b]: /c "T"', doc(paragraph(text('a', mark('link', { href: '/c', title: 'T' }))))],
    ['text <!-- for us --> more\n\n<!-- alone -->', doc(paragraph(text('text  more')))],
    ['![a](media:harbour)', doc(image({ src: 'media:harbour', alt: 'a' }))],
    ['[![a](/b.png)](/c)', doc(image({ src: '/b.png', alt: 'a', href: '/c' }))],
    ['<img src="/b.png" alt="&#128512;">', doc(image({ src: '/b.png', alt: '😀' }))],
    ['-', doc(node('bulletList', item(paragraph())))],
    [
      '```json quire\n{"type":"evil"}\n```',
      doc({ type: 'codeBlock', attrs: { language: 'json quire' }, content: [text('{"type":"evil"}')] }),
    ],
    [
      '```js {1,3}\r\na\r\nb\r\n```',
      doc({ type: 'codeBlock', attrs: { language: 'js {1,3}' }, content: [text('a\nb')] }),
    ],
    ['', doc()],
  ])('reads %j', (value, document) => {
    expect(fromMarkdown(value)).toEqual(document);
  });

  it.each([
    ['blockquotes', '>'.repeat(20_000)],
    ['lists', '- '.repeat(20_000)],
    ['emphasis', `${'*a '.repeat(3_000)}${'b* '.repeat(3_000)}`],
  ])('refuses %s that nest without end', (_, value) => {
    expect(() => fromMarkdown(value)).toThrow(RangeError);
  });

  it.each([
    ['cells that short rows leave out', `|${'a|'.repeat(200)}\n|${'-|'.repeat(200)}\n${'|\n'.repeat(100)}`],
    ['what may be links', '[a]'.repeat(6_000)],
    ['what may begin something', 'a\\[ `b` <c> &amp; '.repeat(25_000)],
    ['comments without an end', 'a<!--'.repeat(20_000)],
    ['instructions without an end', 'a<?'.repeat(20_000)],
    ['declarations without an end', 'a<!A'.repeat(20_000)],
    ['pieces of data without an end', 'a<![CDATA['.repeat(10_000)],
    ['runs of backticks that nothing closes', Array.from({ length: 400 }, (_, at) => '`'.repeat(at + 1)).join('a')],
    ['lines that underline a heading', 'a\n=\n'.repeat(2_000)],
    ['cells beyond the columns of a table', `|a|\n|-|\n${'|a'.repeat(250_000)}|\n`],
    ['columns of a table', `${'|a'.repeat(100_000)}|\n${'|-'.repeat(100_000)}|\n`],
  ])('rejects a text that takes too long to read: too many %s', (_, value) => {
    expect(() => fromMarkdown(value)).toThrow(/^Contains t/);
  });

  it('reads as many of these markers as real texts have', () => {
    const modest = `<!-- a --> \`b\` \`\`c\`\` <? d ?> <!E> ${'a<!--'.repeat(5)}`;
    expect(JSON.stringify(fromMarkdown(`${modest}\n\n`.repeat(300)))).toContain('a<!--');
  });

  // Each took from 2 seconds to minutes.
  long.it.each([
    ['spaces', 'a', ' ', 'b'],
    ['tabs', 'a', '\t', 'b'],
    ['underscores', 'a', '_', 'a'],
    ['asterisks', 'a ', '*', ' a'],
  ])('SEC-36 reads and writes 100 KB of %s', { timeout: 60_000 }, (_, lead, word, tail) => {
    const long = `${lead}${word.repeat(100_000)}${tail}`;
    const document = doc(paragraph(text(long)));
    const start = process.cpuUsage();
    const markdown = toMarkdown(document);
    const { user, system } = process.cpuUsage(start);
    expect(fromMarkdown(markdown)).toEqual(document);
    expect((user + system) / 1e6).toBeLessThan(5);
  });

  it('writes as JSON a document that would take too long as Markdown', () => {
    const many = doc(paragraph(text('[a] *'.repeat(20_000))));
    expect(toMarkdown(many)).toMatch(/^```json quire/);
    const code = doc({ type: 'codeBlock', content: [text('[a]'.repeat(3_000))] });
    expect(toMarkdown(code)).toMatch(/^```\n\[a\]/);
  });
});
