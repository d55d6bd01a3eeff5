import { expect, it } from 'vitest';
import { type KindName, kindAt, setKind } from '../../../src/ui/markdown/kinds.ts';
import { openText, run } from './openText.ts';

it.each<[string, KindName, string, string]>([
  ['a heading of a paragraph', 'heading2', 'on¦e', '## on¦e'],
  ['another heading of a heading', 'heading3', '# on¦e #', '### on¦e'],
  ['a heading of an empty line', 'heading2', '¦', '## ¦'],
  ['headings of several lines', 'heading2', '‹one\n\ntwo›', '## ‹one\n\n## two›'],
  ['a heading in a quotation and in a list', 'heading2', '> - on¦e', '> - ## on¦e'],
  ['a heading of one that is underlined', 'heading2', 'on¦e\n===\n', '## on¦e\n'],
  ['a paragraph of a heading, apart from the next', 'paragraph', 'a\n## on¦e\nb', 'a\n\non¦e\n\nb'],
  ['code of lines, as they are', 'codeBlock', '‹one\n## two›', '```\n‹one\ntwo›\n```'],
  ['code of an empty line', 'codeBlock', 'a\n\n¦', 'a\n\n```\n¦\n```'],
  ['code that has fences itself', 'codeBlock', '‹a ``` b›', '````\n‹a ``` b›\n````'],
  ['paragraphs of code', 'paragraph', '```js\non¦e\ntwo\n```', 'on¦e\ntwo'],
  ['a heading of a line of code', 'heading2', 'a\n```\non¦e\n```', 'a\n## on¦e'],
])('makes %s', (_name, kind, before, after) => {
  expect(run(setKind(kind), before)).toBe(after);
});

it('tells the kind at the cursor', () => {
  const kinds = ['¦one', '# on¦e', 'on¦e\n---', '```\n¦\n```', '- ### ¦one'].map((text) => kindAt(openText(text)));
  expect(kinds).toEqual(['paragraph', 'heading1', 'heading2', 'codeBlock', 'heading3']);
});
