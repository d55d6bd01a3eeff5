import {
  at,
  BLOCK,
  distinct,
  edit,
  ITEM,
  inPlace,
  MEDIA,
  MENU,
  NOTE,
  PAGE_TYPE,
  type Pair,
  RICH,
  STORY,
} from './editPair.ts';
import { SITE } from './mergeClones.ts';

/** Pairs of edits that merge automatically, and the result of each. */
export const MERGED: Readonly<Record<string, Pair>> = {
  'neighbouring fields': inPlace({
    ours: [['title: A title', 'title: Another title']],
    theirs: [['lead: One line', 'lead: Another line']],
    merged: [
      ['title: A title', 'title: Another title'],
      ['lead: One line', 'lead: Another line'],
    ],
  }),
  'a title in a pull request and a status by an editor': inPlace({
    ours: [['status: draft', 'status: published\npublishedAt: 2026-01-01T00:00:00.000Z']],
    theirs: [['title: A title', 'title: Another title']],
    merged: [
      ['status: draft', 'status: published\npublishedAt: 2026-01-01T00:00:00.000Z'],
      ['title: A title', 'title: Another title'],
    ],
  }),
  'two times of publishing, of which the earlier counts': inPlace({
    ours: [['status: draft', 'status: published\npublishedAt: 2026-01-02T00:00:00.000Z']],
    theirs: [['status: draft', 'status: published\npublishedAt: 2026-01-01T00:00:00.000Z']],
    merged: [['status: draft', 'status: published\npublishedAt: 2026-01-01T00:00:00.000Z']],
  }),
  'choices of one list added and removed': inPlace({
    ours: [['[a, b]', '[a, b, c]']],
    theirs: [['[a, b]', '[b, d]']],
    merged: [['[a, b]', '[b, c, d]']],
  }),
  'terms, and pictures of a gallery': inPlace({
    ours: [
      ['[news, events]', '[news, events, press]'],
      ['[harbour, dawn]', '[dawn, harbour]'],
    ],
    theirs: [
      ['[news, events]', '[events]'],
      ['[harbour, dawn]', '[harbour, dawn, boats]'],
    ],
    merged: [
      ['[news, events]', '[events, press]'],
      ['[harbour, dawn]', '[dawn, harbour, boats]'],
    ],
  }),
  'items without ids, one inserted before another that is edited': inPlace({
    ours: [['    - text: Go on\n', '    - text: Wait\n    - text: Go on\n']],
    theirs: [['text: Go on', 'text: Go on and on']],
    merged: [['    - text: Go on\n', '    - text: Wait\n    - text: Go on and on\n']],
  }),
  'words of one line of a textarea, and lines of code': inPlace({
    ours: [
      ['One line', 'The one line'],
      ['first();', 'ours();'],
    ],
    theirs: [
      ['One line', 'One longer line'],
      ['third();', 'theirs();'],
    ],
    merged: [
      ['One line', 'The one longer line'],
      ['first();', 'ours();'],
      ['third();', 'theirs();'],
    ],
  }),
  'two blocks inserted in one place': inPlace({
    ours: [['    - id: 2', `${BLOCK(3, 'Ours')}    - id: 2`]],
    theirs: [['    - id: 2', `${BLOCK(4, 'Theirs')}    - id: 2`]],
    merged: [['    - id: 2', `${BLOCK(3, 'Ours')}${BLOCK(4, 'Theirs')}    - id: 2`]],
  }),
  'a block moved by one and edited by the other': inPlace({
    ours: [
      [BLOCK(1, 'First'), ''],
      [BLOCK(2, 'Second'), BLOCK(2, 'Second') + BLOCK(1, 'First')],
    ],
    theirs: [['text: First', 'text: Edited']],
    merged: [
      [BLOCK(1, 'First'), ''],
      [BLOCK(2, 'Second'), BLOCK(2, 'Second') + BLOCK(1, 'Edited')],
    ],
  }),
  'a block removed beside one that is edited': inPlace({
    ours: [[BLOCK(1, 'First'), '']],
    theirs: [['text: Second', 'text: Edited']],
    merged: [
      [BLOCK(1, 'First'), ''],
      ['text: Second', 'text: Edited'],
    ],
  }),
  'comments of both sides beside and above values': inPlace({
    ours: [
      ['title: A title', 'title: Another title # ours'],
      ['regions:', '# Ours\nregions:'],
    ],
    theirs: [
      ['lead: One line', 'lead: Another line # theirs'],
      ['regions:', '# Theirs\nregions:'],
    ],
    merged: [
      ['title: A title', 'title: Another title # ours'],
      ['lead: One line', 'lead: Another line # theirs'],
      ['regions:', '# Ours\n# Theirs\nregions:'],
    ],
  }),
  'a comment and a value in one line': inPlace({
    ours: [['title: A title', 'title: Another title']],
    theirs: [['title: A title', 'title: A title # theirs']],
    merged: [['title: A title', 'title: Another title # theirs']],
  }),
  'two menu items appended': inPlace({
    path: 'content/menus/main.yaml',
    base: MENU,
    ours: [[ITEM(1, 'Home'), ITEM(1, 'Home') + ITEM(2, 'Ours')]],
    theirs: [[ITEM(1, 'Home'), ITEM(1, 'Home') + ITEM(3, 'Theirs')]],
    merged: [[ITEM(1, 'Home'), ITEM(1, 'Home') + ITEM(2, 'Ours') + ITEM(3, 'Theirs')]],
  }),
  'a menu item moved below another by one and renamed by the other': inPlace({
    path: 'content/menus/foot.yaml',
    base: `id: 2\nname: Foot\nitems:\n${ITEM(4, 'Home')}${ITEM(5, 'Imprint')}`,
    ours: [[ITEM(5, 'Imprint'), '    children:\n      - id: 5\n        label: Imprint\n        url: /5\n']],
    theirs: [['label: Imprint', 'label: Legal']],
    merged: [[ITEM(5, 'Imprint'), '    children:\n      - id: 5\n        label: Legal\n        url: /5\n']],
  }),
  'fields of a content type appended': inPlace({
    path: PAGE_TYPE,
    base: SITE[PAGE_TYPE],
    ours: [['regions:', '  - { name: ours, type: text }\nregions:']],
    theirs: [['regions:', '  - { name: theirs, type: text }\nregions:']],
    merged: [['regions:', '  - { name: ours, type: text }\n  - name: theirs\n    type: text\nregions:']],
  }),
  'two keys of the settings': inPlace({
    path: 'content/site.yaml',
    base: SITE['content/site.yaml'],
    ours: [['A site', 'Our site']],
    theirs: [['A site\n', 'A site\ntagline: Theirs\n']],
    merged: [['A site\n', 'Our site\ntagline: Theirs\n']],
  }),
  'two keys of a media item': inPlace({
    path: 'content/media/pier.yaml',
    base: MEDIA,
    ours: [['A pier', 'An old pier']],
    theirs: [['title: Pier', 'title: The pier']],
    merged: [
      ['A pier', 'An old pier'],
      ['title: Pier', 'title: The pier'],
    ],
  }),
  'keys on one line of JSON, and rich text in it': inPlace({
    path: 'content/pages/en/rich.json',
    base: RICH,
    ours: [['One two three', 'One two and three']],
    theirs: [
      ['One two three', 'Zero one two three'],
      ['"Four"', '"Five"'],
    ],
    merged: [
      ['One two three', 'Zero one two and three'],
      ['"Four"', '"Five"'],
    ],
  }),
  'front matter and the Markdown below': inPlace({
    path: 'content/pages/en/note.md',
    base: NOTE,
    ours: [
      ['A note', 'Our note'],
      ['First paragraph', 'The first paragraph'],
    ],
    theirs: [
      ['id: 2\n', 'id: 2\nstatus: published\n'],
      ['First paragraph.', 'First paragraph, longer.'],
      ['Second paragraph.', 'Second paragraph.\n\nThird paragraph.'],
    ],
    merged: [
      ['A note', 'Our note'],
      ['id: 2\n', 'id: 2\nstatus: published\n'],
      ['First paragraph', 'The first paragraph, longer'],
      ['Second paragraph.', 'Second paragraph.\n\nThird paragraph.'],
    ],
  }),
  'marks and words of rich text in Markdown': inPlace({
    path: 'content/pages/en/story.md',
    base: STORY,
    ours: [['upon a time', '**upon a time**']],
    theirs: [
      ['Once upon', 'Long ago, upon'],
      ['The end.', 'The very end.'],
    ],
    merged: [
      ['Once upon a time', 'Long ago, **upon a time**'],
      ['The end.', 'The very end.'],
    ],
  }),
  'a page renamed by one and edited by the other': {
    base: { [at('old')]: distinct(50, 'walnut') },
    ours: {
      [at('old')]: null,
      [at('new')]: edit(distinct(50, 'walnut'), [['type: page', 'type: page\nstatus: draft']]),
    },
    theirs: { [at('old')]: edit(distinct(50, 'walnut'), [['walnut title', 'Another title']]) },
    merged: {
      [at('old')]: null,
      [at('new')]: edit(distinct(50, 'walnut'), [
        ['type: page', 'type: page\nstatus: draft'],
        ['walnut title', 'Another title'],
      ]),
    },
  },
  'one page that came to both by itself': {
    base: {},
    ours: { [at('both')]: edit(distinct(51, 'cherry'), [['fields:', 'status: draft\nfields:']]) },
    theirs: { [at('both')]: edit(distinct(51, 'cherry'), [['type: page', 'type: page\ntitle: Both']]) },
    merged: {
      [at('both')]: edit(distinct(51, 'cherry'), [['fields:', 'title: Both\nstatus: draft\nfields:']]),
    },
  },
  'a page deleted by one and left alone by the other': {
    base: { [at('gone')]: distinct(52, 'poplar') },
    ours: { [at('gone')]: null },
    theirs: {},
    merged: { [at('gone')]: null },
  },
  'lines of a file that is no record': {
    base: { 'notes.txt': 'one\ntwo\nthree\nfour\nfive\n' },
    ours: { 'notes.txt': 'ours\ntwo\nthree\nfour\nfive\n' },
    theirs: { 'notes.txt': 'one\ntwo\nthree\nfour\ntheirs\n' },
    merged: { 'notes.txt': 'ours\ntwo\nthree\nfour\ntheirs\n' },
  },
};
