import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical } from '../../../src/model/richText/canonical.ts';
import { editMarkdown } from '../../../src/model/richText/markdown/edit/editMarkdown.ts';
import { fromMarkdown } from '../../../src/model/richText/markdown/fromMarkdown.ts';
import { toMarkdown } from '../../../src/model/richText/markdown/toMarkdown.ts';
import { contentOf, type RichTextNode } from '../../../src/model/richText/node.ts';
import { runs } from '../../effort.ts';
import { doc, documents, heading, image, item, node, paragraph, type TestNode, text } from './documents.ts';

const TEXT = `
# Title


* one
* two
## Below
First line
goes on.

[ref]: /there "T"
<!-- a note -->

A [link][ref].   

![a](/a.png)
`;

type Blocks = readonly RichTextNode[];
const editBlocks = (source: string, edit: (blocks: Blocks) => Blocks): string =>
  editMarkdown(source, { type: 'doc', content: edit(contentOf(fromMarkdown(source)) as Blocks) });

describe('editMarkdown', () => {
  it('returns the text if nothing changes', () => {
    expect(editBlocks(TEXT, (blocks) => blocks)).toBe(TEXT);
  });

  it('changes only the lines of one paragraph', () => {
    const edited = editBlocks(TEXT, (blocks) => blocks.with(3, paragraph(text('Another line.'))));
    expect(edited).toBe(TEXT.replace('First line\ngoes on.', 'Another line.'));
  });

  it('separates a new block by a blank line where it would run into the next', () => {
    const edited = editBlocks(TEXT, (blocks) => blocks.with(2, paragraph(text('No heading'))));
    expect(edited).toBe(TEXT.replace('* two\n## Below\nFirst', '* two\n\nNo heading\n\nFirst'));
  });

  it('keeps comments and definitions beside blocks that are added and removed', () => {
    const without = editBlocks(TEXT, (blocks) => blocks.filter((_, index) => index !== 3));
    expect(without).toBe(TEXT.replace('First line\ngoes on.\n\n', '\n'));
    const more = editBlocks(TEXT, (blocks) => [...blocks, heading(3, text('New'))]);
    expect(more).toBe(`${TEXT}\n### New\n`);
    const first = editBlocks(TEXT, (blocks) => [paragraph(text('New')), ...blocks]);
    expect(first).toBe(TEXT.replace('# Title', 'New\n\n# Title'));
  });

  it('keeps the line ends of the file', () => {
    const windows = '\r\none\r\n\r\ntwo  \r\n\r\n\r\nthree';
    const edited = editBlocks(windows, (blocks) =>
      blocks.with(0, node('bulletList', item(paragraph(text('a'))), item(paragraph(text('b'))))),
    );
    expect(edited).toBe('\r\n- a\r\n- b\r\n\r\ntwo  \r\n\r\n\r\nthree');
  });

  it('empties a text and fills an empty one', () => {
    expect(fromMarkdown(editMarkdown('a\n\nb\n', doc()))).toEqual(doc());
    expect(editMarkdown('', doc(paragraph(text('a'))))).toBe('a');
    expect(editMarkdown('\n', doc(image({ src: '/a.png' })))).toBe('\n![](/a.png)\n');
  });

  it('keeps the line break in a title, whatever line breaks the file has', () => {
    for (const lineBreak of ['\n', '\r\n']) {
      const text = ['[a](/visit "b', 'c")', '', '![d', 'e](/f.png "g', 'h")', ''].join(lineBreak);
      const document = fromMarkdown(text);
      expect(JSON.stringify(document)).not.toContain('\\r');
      const longer: RichTextNode = { ...document, content: [...contentOf(document), { type: 'horizontalRule' }] };
      expect(fromMarkdown(editMarkdown(text, longer))).toEqual(longer);
    }
  });

  it('edits inside lists, quotes, tables and lines, and keeps the rest as people wrote it', () => {
    const cases: readonly (readonly [text: string, from: string, to: string])[] = [
      ['* [ ] paint <!-- Ann: ask Bob -->\n* [x] lamp\n* the [plan][p] and[^1]\n\n[p]: /plan\n', 'lamp', 'the lamp'],
      ['1) a\n1) b\n    * __c__\n    * deep\n', 'deep', 'high *'],
      ['Title &amp; more\n===\n\nHello <!-- todo: date --> world\\*\nand `more`.\n', 'more', 'less'],
      ['> Quote\nlazily\n> \n> <!-- source: Ann -->\n>\n>end\n', 'end', 'END'],
      ['|a|b|\n|:--|---|\n| 1 <!-- n -->|two|\n', 'two', '2 and 3'],
      ['-  ~~~js {1}\n   if (a)\n\n     more()\n   ~~~\n', 'more', 'less'],
    ];
    for (const [source, from, to] of cases) {
      const wanted = JSON.parse(JSON.stringify(fromMarkdown(source)).replace(from, to));
      expect(editMarkdown(source, wanted)).toBe(source.replace(from, to.replace('*', '\\*')));
    }
  });

  it('tells a new item from a changed one', () => {
    const source = '* a\n* bring __oil__ <!-- Ann -->\n* c\n';
    const edited = editBlocks(source, ([list]) => {
      const items = contentOf(list!) as Blocks;
      const changed = JSON.parse(JSON.stringify(items[1]).replace('bring', 'fetch'));
      return [{ ...list!, content: [items[0]!, item(paragraph(text('new'))), changed, items[2]!] }];
    });
    expect(edited).toBe('* a\n* new\n* fetch __oil__ <!-- Ann -->\n* c\n');
  });

  it('gives new items the marker of the previous item, and puts new rows in their place', () => {
    const added = (source: string, at: number) =>
      editBlocks(source, ([block]) => {
        const children = contentOf(block!) as Blocks;
        return [{ ...block!, content: children.toSpliced(at, 0, children.at(-1)!) }];
      });
    expect(added('*   a\n*   b\n', 1)).toBe('*   a\n*   b\n*   b\n');
    expect(added('3) a\n4) b\n', 2)).toBe('3) a\n4) b\n5) b\n');
    expect(added('1. a\n1. b\n', 0)).toBe('1. b\n1. a\n1. b\n');
    expect(added('- a\n\n- b\n', 2)).toBe('- a\n\n- b\n\n- b\n');
    expect(added('|a|b|\n|-|-|\n|c|d \\| e|\n', 2)).toBe('|a|b|\n|-|-|\n|c|d \\| e|\n| c | d \\| e |\n');
    expect(editBlocks('2. a\n3. b\n', ([list]) => [{ ...list!, content: contentOf(list!).slice(1) }])).toBe('2. b\n');
  });

  it('marks and unmarks words without rewriting the line', () => {
    const source = 'A *word* <!-- c --> [here][ref].\n\n[ref]: /there\n';
    const bold = (value: string) => ({ ...text(value), marks: [{ type: 'bold' }] });
    const [, ...others] = contentOf(contentOf(fromMarkdown(source))[0] as RichTextNode) as TestNode[];
    expect(editMarkdown(source, doc(paragraph(bold('A'), text(' '), ...others)))).toBe(`**A** ${source.slice(2)}`);
    const plain = doc(paragraph(text('A word  '), ...others.slice(2)));
    expect(editMarkdown(source, plain)).toBe(source.replace('*word*', 'word'));
  });

  it('changes several words, each in its place', () => {
    const source = 'One [two][ref] <!-- c --> three *four*\nfive &amp; six.\n\n[ref]: /there\n';
    const wanted = JSON.parse(
      JSON.stringify(fromMarkdown(source)).replace('One', '1').replace('four', 'vier').replace('six', 'sechs'),
    );
    expect(editMarkdown(source, wanted)).toBe(
      source.replace('One', '1').replace('four', 'vier').replace('six', 'sechs'),
    );
  });

  it('writes nothing that a file cannot hold or that looks like a conflict', () => {
    expect(editMarkdown('whole\n', doc(paragraph(text('a\ud800b')))).isWellFormed()).toBe(true);
    expect(editMarkdown('a\n', doc(paragraph(text('<<<<<<< a'))))).not.toMatch(/^<{7}/m);
  });

  it('changes many words of a line together', () => {
    const words = (letter: string) => Array.from({ length: 30 }, (_, index) => `${letter}${index}`).join(' ');
    const edited = editMarkdown(`See ${words('a')} <!-- c --> end\n`, doc(paragraph(text(`See ${words('b')}  end`))));
    expect(edited).toBe(`See ${words('b')} <!-- c --> end\n`);
    const all = editMarkdown(`${words('a')} <!-- c --> end\n`, doc(paragraph(text(`${words('b')}  END`))));
    expect(all).toBe(`${words('b')}  END<!-- c -->\n`);
  });

  it('keeps comments even if a line must be rewritten', () => {
    const edited = (source: string) =>
      editMarkdown(source, JSON.parse(JSON.stringify(fromMarkdown(source)).replace('end', 'END')));
    expect(edited('A <foo> <!-- c --> end\n')).toBe('A <foo> <!-- c --> END\n');
    expect(edited('A <foo></foo> <!-- c --> end\n')).toBe('A \\<foo>\\</foo>  END<!-- c -->\n');
  });

  it('uses the line breaks of the file', () => {
    const broken = doc(paragraph(text('A'), { type: 'hardBreak' }, text('b')));
    expect(editMarkdown('A b\r\n', broken)).toBe('A\\\r\nb\r\n');
  });

  it('writes a mark with the name of an inherited property as JSON', () => {
    const odd = doc(paragraph({ ...text('Hi'), marks: [{ type: 'toString' }] }));
    expect(editMarkdown('Hello\n', odd)).toMatch(/^```json quire\n/);
  });

  it('separates lists that become neighbours by a comment', () => {
    const source = '* a <!-- a -->\n\ntext\n\n* b\n';
    expect(editBlocks(source, ([a, , b]) => [a!, b!])).toBe('* a <!-- a -->\n\n<!-- -->\n\n* b\n');
  });

  it('says what the document says, whatever the text said, and keeps the blocks at both ends', () => {
    const blocks = fc.tuple(documents(), documents(), documents());
    fc.assert(
      fc.property(blocks, fc.constantFrom('\n', '\r\n'), ([first, middle, last], lineBreak) => {
        const source = toMarkdown(doc(...(first.content ?? []), ...(last.content ?? []))).replaceAll('\n', lineBreak);
        const wanted = doc(...(first.content ?? []), ...(middle.content ?? []), ...(last.content ?? []));
        const edited = editMarkdown(source, wanted);
        expect(fromMarkdown(edited)).toEqual(canonical(wanted));
        expect(editMarkdown(edited, wanted)).toBe(edited);
      }),
      { numRuns: runs(20) },
    );
  });
});
