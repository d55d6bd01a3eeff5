import type { Transaction } from '@codemirror/state';
import { expect, it } from 'vitest';
import { insertTable } from '../../../src/ui/markdown/insertBlock.ts';
import { canLink, linkAt, pictureText, removeLink, setMarkdownLink } from '../../../src/ui/markdown/links.ts';
import { openText, run, showText } from './openText.ts';

const shown = ({ state }: Transaction): string => showText(state);
const set = (marked: string, href = '/b', text = ''): string =>
  shown(setMarkdownLink(openText(marked), { href, text }));

it.each([
  ['of the words that are selected', 'a ‹word› c', 'a [‹word›](/b) c'],
  ['where there is one, in place of its address and title', '[a ¦word](/old "T")', '[a ¦word](/b)'],
  ['of an address', 'see https://exam¦ple.org', 'see [https://exam¦ple.org](/b)'],
  ['of an address in brackets', '<https://exam¦ple.org>', '[https://exam¦ple.org](/b)'],
  ['of one that was named elsewhere', '[a¦][old]', '[a¦](/b)'],
  ['of words with another link among them', '‹one [two](/old)›', '[‹one two›](/b)'],
  ['of a mark as a whole', '**one ‹two** three›', '[**one ‹two** three›](/b)'],
])('makes a link %s', (_name, before, after) => {
  expect(set(before)).toBe(after);
});

it('writes a link with a text of its own where nothing is selected', () => {
  expect(set('a ¦ c', '/b', 'The [best] page')).toBe('a [The \\[best\\] page](/b)¦ c');
  expect(set('¦', 'https://example.org/a_(b)')).toBe('[https://example.org/a\\_(b)](<https://example.org/a_(b)>)¦');
});

it('reads the address of a link, and takes the link away', () => {
  const link = openText('see [the ¦pier](<https://example.org/a (b)>).');
  expect(linkAt(link)?.href).toBe('https://example.org/a (b)');
  expect(shown(removeLink(link))).toBe('see the ¦pier.');
  expect(linkAt(openText('see ¦it'))).toBeUndefined();
  expect(linkAt(openText('![a](/pi¦er.jpg)'))).toBeUndefined();
});

it('makes one link of one text only, and none in code', () => {
  const can = ['‹one›', '¦', '‹one\n\ntwo›', '```\n¦\n```'].map((text) => canLink(openText(text)));
  expect(can).toEqual([true, true, false, false]);
});

it('writes a picture with its alternative text', () => {
  expect(pictureText({ src: '/a.jpg', alt: 'Boats\n[at dawn]' })).toBe('![Boats \\[at dawn\\]](/a.jpg)');
  expect(pictureText({ src: '/a.jpg', alt: null })).toBe('![](/a.jpg)');
});

it('inserts a table apart from the text around it, and none into another', () => {
  const table = '| ¦ |  |  |\n| --- | --- | --- |\n|  |  |  |\n|  |  |  |';
  expect(run(insertTable, 'a¦b\nc')).toBe(`ab\n\n${table}\n\nc`);
  expect(run(insertTable, '¦')).toBe(table);
  expect(run(insertTable, '| ¦a |\n| - |')).toBe('| ¦a |\n| - |');
});
