import { expect, it } from 'vitest';
import { isWrapped, toggleWrap, type WrapName } from '../../../src/ui/markdown/wraps.ts';
import { openText, run } from './openText.ts';

it.each<[string, WrapName, string, string, string]>([
  ['lines', 'bulletList', '‹one\ntwo›', '- ‹one\n- two›', '‹one\n\ntwo›'],
  ['paragraphs', 'orderedList', '‹one\n\ntwo›', '1. ‹one\n\n2. two›', '‹one\n\ntwo›'],
  ['paragraphs', 'blockquote', '‹one\n\ntwo›', '> ‹one\n>\n> two›', '‹one\n\ntwo›'],
  ['a list', 'blockquote', '- on¦e', '> - on¦e', '- on¦e'],
])('wraps %s in a %s, and unwraps them again', (_name, wrap, before, wrapped, after) => {
  expect(run(toggleWrap(wrap), before)).toBe(wrapped);
  expect(run(toggleWrap(wrap), wrapped)).toBe(after);
});

it.each<[string, WrapName, string, string]>([
  ['begins a list on an empty line', 'bulletList', '¦', '- ¦'],
  ['keeps a list apart from the text around it', 'bulletList', 'a\non¦e\nb', 'a\n\n- on¦e\n\nb'],
  ['goes on with the list above', 'orderedList', '1. a\non¦e', '1. a\n2. on¦e'],
  [
    'numbers items with what is inside of them',
    'orderedList',
    '‹- a\n  more\n  - b\n- c›',
    '‹1. a\n   more\n   1. b\n2. c›',
  ],
  ['takes one item out of a list', 'bulletList', '- a\n- on¦e\n- c', '- a\n\non¦e\n\n- c'],
  ['keeps the box of a task', 'orderedList', '- [x] on¦e', '1. [x] on¦e'],
  ['makes a list inside a quotation', 'bulletList', '> on¦e', '> - on¦e'],
  ['takes a part out of a quotation', 'blockquote', '> a\n> on¦e\n> c', '> a\n\non¦e\n\n> c'],
  ['takes away the outer of two quotations', 'blockquote', '> > on¦e', '> on¦e'],
  ['leaves code as it is', 'bulletList', '```\non¦e\n```', '```\non¦e\n```'],
])('%s', (_name, wrap, before, after) => {
  expect(run(toggleWrap(wrap), before)).toBe(after);
});

it('tells the innermost list, and whether it is in a quotation', () => {
  const wraps = (text: string) =>
    (['bulletList', 'orderedList', 'blockquote'] as const).filter((name) => isWrapped(openText(text), name));
  expect(wraps('> - a\n>   1. ¦b')).toEqual(['orderedList', 'blockquote']);
  expect(wraps('- ¦a')).toEqual(['bulletList']);
  expect(wraps('¦a')).toEqual([]);
});
