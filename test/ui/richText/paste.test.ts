import { getSchema } from '@tiptap/core';
import { DOMParser as Reader } from '@tiptap/pm/model';
import { Window } from 'happy-dom';
import { expect, it } from 'vitest';
import { canonical } from '../../../src/model/richText/canonical.ts';
import { checkRichText } from '../../../src/model/richText/check.ts';
import { toMarkdown } from '../../../src/model/richText/markdown/toMarkdown.ts';
import { createDocumentCodec } from '../../../src/ui/richText/document/documentCodec.ts';
import { documentExtensions } from '../../../src/ui/richText/document/extensions.ts';
import { cleanHtml } from '../../../src/ui/richText/paste/cleanHtml.ts';
import { isMarkdown } from '../../../src/ui/richText/paste/isMarkdown.ts';
import { markdownToHtml } from '../../../src/ui/richText/paste/markdownToHtml.ts';

const schema = getSchema(documentExtensions());
const { DOMParser } = new Window();
// The parts of a document that are used here are those of the standard.
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html') as unknown as Document;

/** What is in the editor once this has been pasted, as Markdown. */
function pasted(html: string): string {
  const { body } = parse(cleanHtml(html, parse));
  const document = createDocumentCodec(schema).write(Reader.fromSchema(schema).parse(body));
  expect(checkRichText(document)).toEqual([]);
  return toMarkdown(canonical(document));
}

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal {margin:0cm; font-size:11.0pt;} --></style></head><body lang=EN-GB>
<!--StartFragment-->
<p class=MsoTitle><span lang=EN-GB>The harbour<o:p></o:p></span></p>
<p class=MsoNormal><span style='font-size:12.0pt'>Boats leave <b>daily</b> and <i>nightly</i> from <a href="https://example.org/pier"><span style='color:#0563C1;text-decoration:underline'>the pier</span></a>.<o:p></o:p></span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<h1>Fares<o:p></o:p></h1>
<p class=MsoListParagraphCxSpFirst style='margin-left:36.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Adults<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp;&nbsp; </span></span>Groups<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>Children<o:p></o:p></p>
<p class=MsoNormal>Then:</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>Pay</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>2.<span>&nbsp; </span></span>Board</p>
<table class=MsoTableGrid border=1><tr style='height:1pt'><td width=200 style='border:solid'><p class=MsoNormal><b>From</b></p></td><td><p class=MsoNormal align=right style='text-align:right'><b>Price</b></p></td></tr>
<tr><td><p class=MsoNormal>Pier</p></td><td><p class=MsoNormal align=right style='text-align:right'>5</p></td></tr></table>
<p class=MsoNormal><img width=200 src="file:///C:/Users/a/clip_image001.png"></p>
<!--EndFragment--></body></html>`;

it('takes over what a document can hold from Word', () => {
  expect(pasted(WORD)).toMatchInlineSnapshot(`
    "## The harbour

    Boats leave **daily** and *nightly* from [the pier](https://example.org/pier).

    ## Fares

    - Adults
      - Groups
    - Children

    Then:

    1. Pay
    2. Board

    | From | Price |
    | ---- | ----: |
    | Pier |     5 |
    "
  `);
});

const GOOGLE = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr" style="line-height:1.38"><span style="font-size:20pt;font-weight:400">Opening times</span></h1><p dir="ltr"><span style="font-weight:400">We are </span><span style="font-weight:700;font-style:italic">open</span><span style="font-weight:400;text-decoration:line-through"> never</span><span style="font-size:0.6em;vertical-align:super">1</span><span>, see </span><a href="https://www.google.com/url?q=https://example.org/a%3Fb&amp;sa=D" style="text-decoration:none"><span style="text-decoration:underline">here</span></a></p><br /><ul style="margin-top:0"><li dir="ltr" style="list-style-type:disc" aria-level="1"><p dir="ltr" role="presentation"><span>Mornings</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span>Early</span></p></li></ul><li dir="ltr"><p dir="ltr"><span>Evenings</span></p></li></ul><p dir="ltr"><span><span style="border:none"><img src="https://lh7.example.org/x" width="602" height="200" /></span></span></p><div dir="ltr" align="left"><table style="border:none"><colgroup><col /></colgroup><tbody><tr><td><p><span style="font-weight:700">Day</span></p></td></tr><tr><td><p><span>Monday</span></p></td></tr></tbody></table></div></b><br class="Apple-interchange-newline">`;

it('takes over what a document can hold from Google Docs', () => {
  expect(pasted(GOOGLE)).toMatchInlineSnapshot(`
    "## Opening times

    We are **_open_**<s> never</s><sup>1</sup>, see [here](https://example.org/a?b)

    - Mornings
      - Early
    - Evenings

    <img src="https://lh7.example.org/x" width="602" height="200">

    | Day    |
    | ------ |
    | Monday |
    "
  `);
});

it('takes no script, no style and no address that runs something from a page', () => {
  const html = `<p onclick="alert(1)" class="x" style="color:red">A <a href="javascript:alert(1)">link</a><script>alert(1)</script></p>
    <img src="data:image/svg+xml,<svg onload=alert(1)>" alt="x"><iframe src="https://example.org"></iframe><svg><text>no</text></svg>`;
  expect(pasted(html)).toBe('A link\n');
  expect(cleanHtml(html, parse)).not.toMatch(/onclick|script|style|iframe|svg|class/);
});

it('takes figures with their captions, pictures in a line, code with its language and headings of the first level', () => {
  const html = `<h1>Title</h1><figure><img src="/a.png" alt="A"><figcaption>Seen <b>here</b></figcaption></figure>
    <p>In <img src="/b.png" alt="B"> line</p><pre><code class="language-ts">let a;</code></pre>`;
  expect(pasted(html)).toMatchInlineSnapshot(`
    "## Title

    \`\`\`json quire
    {
      "type": "image",
      "attrs": {
        "src": "/a.png",
        "alt": "A",
        "caption": "Seen here"
      }
    }
    \`\`\`

    In ![B](/b.png) line

    \`\`\`ts
    let a;
    \`\`\`
    "
  `);
});

it('leaves what the editor itself has copied as it is', () => {
  const html = '<p data-pm-slice="1 1 []" data-own="{}">A</p>';
  expect(cleanHtml(html, parse)).toBe(html);
});

it('tells Markdown from other text', () => {
  const markdown = ['## A', '- a\n- b', '> a', '```\na', '| a |\n| - |', 'a **b** c', '[a](https://example.org)'];
  const others = ['A sentence.', 'a - b', '5 * 3 * 2', '#hashtag', 'a > b', '- one line', 'array[0](x)'];
  expect(markdown.filter((text) => !isMarkdown(text))).toEqual([]);
  expect(others.filter(isMarkdown)).toEqual([]);
});

it('reads Markdown as the server does', () => {
  const text =
    '## A\n\nSome **bold**, *italic*, ~~gone~~ and `code`, a [link](https://example.org "T").\n\n- a\n  - b\n- c\n\n| a |  b |\n| - | -: |\n| 1 |  2 |\n\n```ts\nlet a;\n```\n';
  expect(pasted(markdownToHtml(text))).toBe(text);
});
