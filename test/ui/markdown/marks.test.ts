import { expect, it } from 'vitest';
import { hasMark, type MarkdownMark, toggleMark } from '../../../src/ui/markdown/marks.ts';
import { openText, run } from './openText.ts';

const toggle = (name: MarkdownMark, marked: string): string => run(toggleMark(name), marked);

it.each<[MarkdownMark, string, string]>([
  ['bold', 'a ‹word› b', 'a **‹word›** b'],
  ['italic', 'a ‹word› b', 'a *‹word›* b'],
  ['strike', 'a ‹word› b', 'a ~~‹word›~~ b'],
  ['code', 'a ‹word› b', 'a `‹word›` b'],
  ['italic', '**‹word›**', '***‹word›***'],
])('puts %s around what is selected, and takes it away again', (name, before, after) => {
  expect(toggle(name, before)).toBe(after);
  expect(toggle(name, after)).toBe(before);
});

it.each([
  ['leaves spaces at the ends outside', 'a‹ word ›b', 'a‹ **word** ›b'],
  ['takes it away where the signs are selected with the text', 'a ‹**word**› b', 'a ‹word› b'],
  ['takes it from a part of what has it', '**one ‹two› three**', '**one** ‹two› **three**'],
  ['takes it from the end of what has it', '**one ‹two›**', '**one** ‹two›'],
  ['joins what has it in part', '‹one **two** three›', '**‹one two three›**'],
  ['joins what is beside it', '**one**‹two›', '**one‹two›**'],
  ['does not cross another mark', '*one ‹two* three›', '***one ‹two* three›**'],
  ['leaves out the signs of a mark that it is in', '*one ‹two* ›', '*one **‹two*** ›'],
  ['leaves another mark whole where it takes it away', '**one *two ‹three* four›**', '**one** *two ‹three* four›'],
  ['takes it away inside another mark', '‹***one***›', '‹*one*›'],
  ['takes a link as a whole', 'a [b](/c‹d) e›', 'a **[b](/c‹d) e›**'],
  ['marks the words of a link', '[‹b›](/c)', '[**‹b›**](/c)'],
  ['marks every line and item', '‹- one\n- two\n\n> three›', '‹- **one**\n- **two**\n\n> **three›**'],
  ['takes it from every line', '- **‹one**\n- **two›**', '- ‹one\n- two›'],
  ['marks a heading and not its sign', '‹## one›', '‹## **one›**'],
  ['marks cells apart', '| ‹a | b› |\n| - | - |', '| **‹a** | **b›** |\n| - | - |'],
])('%s', (_name, before, after) => {
  expect(toggle('bold', before)).toBe(after);
});

it.each([
  ['marks the word at the cursor', 'a wo¦rd', 'a **wo¦rd**'],
  ['marks the word that ends at the cursor', 'a word¦', 'a **word**¦'],
  ['takes it away behind what has it', 'a **word**¦ b', 'a word¦ b'],
  ['takes it from the word at the cursor', '**one t¦wo**', '**one** t¦wo'],
  ['is ready for typing between words', 'a ¦ b', 'a **¦** b'],
  ['takes the signs away if nothing was typed', 'a **¦** b', 'a ¦ b'],
  ['goes behind the signs at the end of what was typed', 'a **word¦** b', 'a **word**¦ b'],
])('%s', (_name, before, after) => {
  expect(toggle('bold', before)).toBe(after);
});

it('takes as many signs around code as it needs', () => {
  expect(toggle('code', '‹a ` b›')).toBe('``‹a ` b›``');
  expect(toggle('code', '‹a `b` c›')).toBe('`‹a b c›`');
  expect(toggle('code', '‹a ``›')).toBe('``` ‹a ``› ```');
});

it('marks nothing in a block of code', () => {
  expect(toggle('bold', '```\n‹a›\n```')).toBe('```\n‹a›\n```');
});

it('tells which marks all of a selection has', () => {
  const has = (marked: string): boolean => hasMark(openText(marked), 'bold');
  expect([has('**‹a›**'), has('**a¦b**'), has('**a ‹b› c**')]).toEqual([true, true, true]);
  expect([has('‹a **b›**'), has('¦**a**'), has('*‹a›*')]).toEqual([false, false, false]);
});
