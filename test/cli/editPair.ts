import type { FileSet } from './mergeClones.ts';

/** Edits of two people to the same files, and git's merge of them. */
export interface Pair {
  readonly base: FileSet;
  readonly ours: FileSet;
  readonly theirs: FileSet;
  /** The expected files. */
  readonly merged: FileSet;
  /** Files that git leaves to be decided; empty if there are none. */
  readonly unmerged?: readonly string[];
  /** What `quire check` reports about them. */
  readonly named?: string;
}

export type Edit = readonly [from: string, to: string];

/** Replaces a part of a text. Throws if the text does not contain it. */
export const edit = (text: string, edits: readonly Edit[]): string =>
  edits.reduce((edited, [from, to]) => {
    if (!edited.includes(from)) throw new Error(`No "${from}" in ${edited}`);
    return edited.replace(from, () => to);
  }, text);

/** Both sides' lines as the driver leaves them. */
export const marked = (ours: string, theirs: string): string =>
  `<<<<<<< ours\n${ours}=======\n${theirs}>>>>>>> theirs\n`;

const PAGE = `id: 1
type: page
status: draft
terms:
  topics: [news, events]
fields:
  title: A title
  lead: One line
  tags: [a, b]
  pictures: [harbour, dawn]
  steps:
    - text: Begin
    - text: Go on
    - text: End
  script: |
    first();
    second();
    third();
regions:
  main:
    - id: 1
      type: text
      fields:
        text: First
    - id: 2
      type: text
      fields:
        text: Second
`;

let pages = 0;
interface InPlace {
  readonly path?: string;
  readonly base?: string;
  readonly ours: readonly Edit[];
  readonly theirs: readonly Edit[];
  readonly merged: readonly Edit[];
  readonly named?: string;
}

/** Both edit one file, by default a page. */
export function inPlace({ path, base = PAGE, named, ...pair }: InPlace): Pair {
  pages += 1;
  const file = path ?? `content/pages/en/page-${pages}.yaml`;
  const text = base === PAGE ? edit(base, [['id: 1', `id: ${pages + 100}`]]) : base;
  const set = (edits: readonly Edit[]): FileSet => ({ [file]: edit(text, edits) });
  return {
    base: { [file]: text },
    ours: set(pair.ours),
    theirs: set(pair.theirs),
    merged: set(pair.merged),
    ...(named !== undefined && { named, unmerged: [file] }),
  };
}

/** A page that git does not mistake for another. */
export const distinct = (id: number, words: string): string =>
  `id: ${id}\ntype: page\nfields:\n  title: ${words} title\n  lead: |\n${Array.from({ length: 9 }, (_, line) => `    ${words} line ${line} of ${id}\n`).join('')}`;
export const at = (name: string): string => `content/pages/en/${name}.yaml`;

export const BLOCK = (id: number, text: string): string =>
  `    - id: ${id}\n      type: text\n      fields:\n        text: ${text}\n`;
export const ITEM = (id: number, label: string): string => `  - id: ${id}\n    label: ${label}\n    url: /${id}\n`;
export const MENU = `id: 1\nname: Main\nitems:\n${ITEM(1, 'Home')}`;
export const NOTE = '---\nid: 2\ntype: page\nfields:\n  title: A note\n---\nFirst paragraph.\n\nSecond paragraph.\n';
export const STORY = '---\nid: 3\ntype: story\ntitle: A story\n---\nOnce upon a time.\n\nThe end.\n';
export const RICH = `{
  "id": 5,
  "type": "story",
  "fields": { "body": { "type": "doc", "content": [{ "type": "paragraph", "content": [{ "type": "text", "text": "One two three" }] }, { "type": "paragraph", "content": [{ "type": "text", "text": "Four" }] }] } }
}
`;
export const MEDIA = `id: 9
filename: pier-0a0a0a0a.jpg
originalName: pier.jpg
mimeType: image/jpeg
size: 10
hash: aa
altText: A pier
title: Pier
`;
export const PAGE_TYPE = 'content/content-types/page.yaml';
export const TEXT_TYPE = 'content/block-types/text.yaml';
