import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editMarkdown } from '../../../src/model/richText/markdown/edit/editMarkdown.ts';
import { fromMarkdown } from '../../../src/model/richText/markdown/fromMarkdown.ts';
import { childrenOf, mapNodes, type RichTextNode } from '../../../src/model/richText/node.ts';
import { runs } from '../../effort.ts';

type Lines = readonly string[];

/** Words have a number, so that each can be found again in the text. */
function createWords() {
  let count = 0;
  return { next: () => `w${(count++).toString().padStart(3, '0')}x`, count: () => count };
}
type Words = ReturnType<typeof createWords>;

const prefixed = (lines: Lines, first: string, others: string): Lines =>
  lines.map((line, index) => (index === 0 ? first + line : line === '' ? others.trimEnd() : others + line));

/** Lines of Markdown in the styles of several people, with comments in between. */
type Write = (words: Words) => Lines;

const phrases: fc.Arbitrary<(words: Words) => string> = fc.constantFrom<(words: Words) => string>(
  (words) => words.next(),
  (words) => `${words.next()} <!-- note ${words.next()} --> ${words.next()}`,
  (words) => `__${words.next()}__ ${words.next()}`,
  (words) => `*${words.next()} ${words.next()}*`,
  (words) => `[${words.next()}][ref] ${words.next()}`,
  (words) => `[x] ${words.next()}\\* &amp; \`${words.next()}\``,
  (words) => `${words.next()}<br>${words.next()} ~~${words.next()}~~`,
);

const lineOf = fc.array(phrases, { minLength: 1, maxLength: 3 });
const write = (parts: readonly ((words: Words) => string)[], words: Words): string =>
  parts.map((part) => part(words)).join(' ');

const paragraphs: fc.Arbitrary<Write> = fc
  .array(lineOf, { minLength: 1, maxLength: 2 })
  .map((lines) => (words) => lines.map((line) => `and ${write(line, words)}`));
const headings: fc.Arbitrary<Write> = fc
  .tuple(lineOf, fc.constantFrom('## ', '#### '))
  .map(([line, sign]) => (words) => [sign + write(line, words)]);
const tables: fc.Arbitrary<Write> = fc
  .array(fc.tuple(lineOf, lineOf), { minLength: 2, maxLength: 4 })
  .map(
    (rows) => (words) =>
      rows.flatMap(([left, right], index) => [
        `|${write(left, words)}  | ${write(right, words)}|`,
        ...(index === 0 ? ['|:--|---|'] : []),
      ]),
  );
const comments: fc.Arbitrary<Write> = fc.constant((words) => [`<!-- note ${words.next()} -->`]);

const { blocks } = fc.letrec<{ blocks: Write; lists: Write; quotes: Write; inner: Write }>((tie) => ({
  blocks: fc
    .array(
      fc.oneof(
        { depthSize: 'small', maxDepth: 3 },
        paragraphs,
        headings,
        tables,
        comments,
        tie('lists'),
        tie('quotes'),
      ),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .map((parts) => (words) => parts.flatMap((part, index) => [...(index === 0 ? [] : ['']), ...part(words)])),
  inner: fc.tuple(paragraphs, fc.option(tie('blocks'), { maxDepth: 3 })).map(([first, more]) => (words) => [
    ...first(words),
    ...(more ? ['', ...more(words)] : []),
  ]),
  lists: fc
    .tuple(
      fc.constantFrom('- ', '*   ', '+ ', '1. ', '7)  '),
      fc.array(tie('inner'), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
    )
    .map(
      ([marker, items, isLoose]) =>
        (words) =>
          items.flatMap((item, index) => [
            ...(isLoose && index > 0 ? [''] : []),
            ...prefixed(item(words), marker, ' '.repeat(marker.length)),
          ]),
    ),
  quotes: fc.tuple(tie('blocks'), fc.constantFrom('> ', '>')).map(
    ([inside, sign]) =>
      (words) =>
        prefixed(inside(words), sign, sign),
  ),
}));

const texts = fc
  .tuple(blocks, fc.constantFrom('\n', '\r\n'), fc.array(fc.nat(), { minLength: 1, maxLength: 3 }))
  .map(([block, lineBreak, choices]) => {
    const words = createWords();
    const text = [...block(words), '', '[ref]: https://example.org/there', ''].join(lineBreak);
    const chosen = choices.map((choice) => `w${(choice % words.count()).toString().padStart(3, '0')}x`);
    return { text, chosen: [...new Set(chosen)] };
  });

const replaced = (document: RichTextNode, word: string, by: string): RichTextNode =>
  mapNodes(document, (node) =>
    typeof node.text === 'string' ? { ...node, text: node.text.replace(word, by) } : node,
  ) as RichTextNode;

/** The lines of a text, ignoring spaces, that another text does not have in this order; comments in a gap may move in or out. */
function missingLines(text: string, other: string): Lines {
  const linesOf = (one: string): Lines => one.split('\n').map((line) => line.replace(/\s/g, ''));
  const lines = linesOf(other);
  let at = 0;
  return linesOf(text).filter((line) => {
    const found = lines.indexOf(line, at);
    if (found >= 0) at = found + 1;
    return found < 0;
  });
}

describe('editMarkdown, with texts as people write them', () => {
  it('changes only the words that have changed', () => {
    fc.assert(
      fc.property(texts, ({ text, chosen }) => {
        const said = JSON.stringify(fromMarkdown(text));
        const shown = chosen.filter((word) => said.includes(word));
        const wanted = shown.reduce((document, word) => replaced(document, word, 'another'), fromMarkdown(text));
        const expected = shown.reduce((edited, word) => edited.replace(word, 'another'), text);
        expect(editMarkdown(text, wanted)).toBe(expected);
      }),
      { numRuns: runs(100, 5) },
    );
  });

  it('keeps every other line when a block is added or removed, and says what is wanted', () => {
    fc.assert(
      fc.property(texts, fc.nat(), fc.boolean(), ({ text }, choice, goes) => {
        const document = fromMarkdown(text);
        const places = containersIn(document);
        fc.pre(places.length > 0);
        const place = places[choice % places.length]!;
        const wanted = changed(document, place, (children) =>
          goes ? children.slice(0, -1) : [...children, children.at(-1)!],
        );
        const edited = editMarkdown(text, wanted);
        expect(fromMarkdown(edited)).toEqual(wanted);
        const [shorter, longer] = goes ? [edited, text] : [text, edited];
        expect(missingLines(shorter, longer)).toEqual([]);
      }),
      { numRuns: runs(100, 5) },
    );
  });
});

/** All documents, lists, items and quotes with more than one child. */
function containersIn(document: RichTextNode): readonly RichTextNode[] {
  const found: RichTextNode[] = [];
  mapNodes(document, (node) => {
    if (/doc|List|quote|listItem/.test(node.type) && childrenOf(node).length > 1) found.push(node);
    return node;
  });
  return found;
}

const changed = (
  document: RichTextNode,
  place: RichTextNode,
  change: (children: readonly RichTextNode[]) => readonly RichTextNode[],
): RichTextNode =>
  mapNodes(document, (node) =>
    node === place ? { ...node, content: change(childrenOf(node)) } : node,
  ) as RichTextNode;
