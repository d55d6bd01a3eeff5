import { Window } from 'happy-dom';
import { expect, it } from 'vitest';
import { htmlToMarkdown } from '../../../src/ui/markdown/htmlToMarkdown.ts';
import { cleanHtml } from '../../../src/ui/richText/paste/cleanHtml.ts';
import { markdownToHtml } from '../../../src/ui/richText/paste/markdownToHtml.ts';

const { DOMParser } = new Window();
// The parts of a document that are used here are those of the standard.
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html') as unknown as Document;
const pasted = (html: string): string => htmlToMarkdown(parse(cleanHtml(html, parse)).body);

it('writes what Google Docs copies', () => {
  const html = `<b style="font-weight:normal;" id="docs-internal-guid-1"><h1><span style="font-weight:400">Opening times</span></h1><p><span>We are </span><span style="font-weight:700">open</span><span style="text-decoration:line-through">never</span>, see <a href="https://www.google.com/url?q=https://example.org/a&amp;sa=D"><span style="text-decoration:underline">here</span></a></p><br /><ul><li><p>Mornings</p></li><ul><li><p>Early</p></li></ul><li><p>Evenings</p></li></ul><table><tbody><tr><td><p><span style="font-weight:700">Day</span></p></td></tr><tr><td><p>Monday</p></td></tr></tbody></table></b>`;
  expect(pasted(html)).toMatchInlineSnapshot(`
    "## Opening times

    We are **open**~~never~~, see [here](https://example.org/a)

    - Mornings
      - Early
    - Evenings

    | Day    |
    | ------ |
    | Monday |"
  `);
});

it('writes what a web page has, with what Markdown cannot say as plain text', () => {
  const html = `<h1>Title</h1><figure><img src="https://example.org/a.png" alt="A"><figcaption>Seen <b>here</b></figcaption></figure>
    <p>A<u>B</u><sub>2</sub>, *not* marked<br>next line</p><blockquote><p>Said</p></blockquote><ol start="3"><li>three</li></ol>
    <pre><code class="language-ts">let a;
</code></pre><hr><p><a href="javascript:alert(1)">no</a></p>`;
  expect(pasted(html)).toMatchInlineSnapshot(`
    "## Title

    ![A](https://example.org/a.png)

    Seen **here**

    AB2, \\*not\\* marked\\
    next line

    > Said

    3. three

    \`\`\`ts
    let a;
    \`\`\`

    ---

    no"
  `);
});

it('writes what it reads', () => {
  const text =
    '## A\n\nSome **bold**, *italic*, ~~gone~~ and `code`, a [link](https://example.org "T").\n\n- a\n  - b\n- c\n\n| a |  b |\n| - | -: |\n| 1 |  2 |\n\n```ts\nlet a;\n```';
  expect(pasted(markdownToHtml(text))).toBe(text);
});

it('writes words in a line without a line break', () => {
  expect(pasted('<meta charset="utf-8"><b>two</b> words')).toBe('**two** words');
});
