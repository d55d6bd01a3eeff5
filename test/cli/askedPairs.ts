import { at, BLOCK, distinct, edit, inPlace, MEDIA, marked, NOTE, type Pair, TEXT_TYPE } from './editPair.ts';
import { SITE } from './mergeClones.ts';

/** Pairs of edits that somebody has to decide; the comments say why no answer is right by itself. */
export const ASKED: Readonly<Record<string, Pair>> = {
  // A line of text is one unit: nobody wants half of each title.
  'two titles': inPlace({
    ours: [
      ['title: A title', 'title: Ours'],
      ['text: First', 'text: Our first'],
    ],
    theirs: [
      ['title: A title', 'title: Theirs'],
      ['text: Second', 'text: Their second'],
    ],
    merged: [
      ['  title: A title\n', marked('  title: Ours\n', '  title: Theirs\n')],
      ['text: First', 'text: Our first'],
      ['text: Second', 'text: Their second'],
    ],
    named: ':7:1: error The file holds git conflict markers: fields.title: yours "Ours", theirs "Theirs"',
  }),
  // Two different changes of status: only the two people know which is right.
  'two statuses': inPlace({
    ours: [['status: draft', 'status: published']],
    theirs: [['status: draft', 'status: archived']],
    merged: [['status: draft\n', marked('status: published\n', 'status: archived\n')]],
    named: 'status: yours "published", theirs "archived"',
  }),
  // The person who removes a block does not know its new text.
  'a block removed and edited': inPlace({
    ours: [[BLOCK(2, 'Second'), '']],
    theirs: [['text: Second', 'text: Edited']],
    merged: [[BLOCK(2, 'Second'), marked('', BLOCK(2, 'Edited'))]],
    named: 'regions.main: yours ',
  }),
  // The same word of a text, changed in two ways.
  'one word of a text': inPlace({
    path: 'content/pages/en/word.md',
    base: edit(NOTE, [['id: 2', 'id: 6']]),
    ours: [['First', 'Our']],
    theirs: [
      ['First', 'Their'],
      ['A note', 'Their note'],
    ],
    merged: [
      ['A note', 'Their note'],
      ['First paragraph.\n', marked('Our paragraph.\n', 'Their paragraph.\n')],
    ],
    named: 'the text below: yours "Our paragraph.',
  }),
  // The type of a field is one unit too.
  'two types of one field': inPlace({
    path: TEXT_TYPE,
    base: SITE[TEXT_TYPE],
    ours: [['textarea', 'text']],
    theirs: [['textarea', 'markdown']],
    merged: [
      [
        '  - { name: text, type: textarea }\n',
        marked('  - { name: text, type: text }\n', '  - { name: text, type: markdown }\n'),
      ],
    ],
    named: 'fieldsSchema.0.type: yours "text", theirs "markdown"',
  }),
  // Name, size and hash must belong to the same file.
  'two files of one media item': inPlace({
    path: 'content/media/quay.yaml',
    base: edit(MEDIA, [['id: 9', 'id: 10']]),
    ours: [
      ['0a0a0a0a', '0b0b0b0b'],
      ['size: 10', 'size: 11'],
      ['hash: aa', 'hash: bb'],
    ],
    theirs: [
      ['0a0a0a0a', '0c0c0c0c'],
      ['size: 10', 'size: 12'],
      ['hash: aa', 'hash: cc'],
      ['A pier', 'A quay'],
    ],
    merged: [
      ['filename: pier-0a0a0a0a.jpg\n', marked('filename: pier-0b0b0b0b.jpg\n', 'filename: pier-0c0c0c0c.jpg\n')],
      ['size: 10\nhash: aa\n', marked('size: 11\nhash: bb\n', 'size: 12\nhash: cc\n')],
      ['A pier', 'A quay'],
    ],
    named: 'size: yours 11, theirs 12',
  }),
  // The person who edits a record does not know that it was deleted. Git does not call the driver: it leaves the edited file.
  'a page deleted and edited': {
    base: { [at('doubtful')]: distinct(53, 'maple') },
    ours: { [at('doubtful')]: null },
    theirs: { [at('doubtful')]: edit(distinct(53, 'maple'), [['maple title', 'Another']]) },
    merged: { [at('doubtful')]: edit(distinct(53, 'maple'), [['maple title', 'Another']]) },
    unmerged: [at('doubtful')],
  },
  // A record has one address. Git does not call the driver about names: both files exist.
  'a page renamed in two ways': {
    base: { [at('from')]: distinct(54, 'cedar') },
    ours: { [at('from')]: null, [at('to-ours')]: distinct(54, 'cedar') },
    theirs: { [at('from')]: null, [at('to-theirs')]: distinct(54, 'cedar') },
    merged: { [at('from')]: null, [at('to-ours')]: distinct(54, 'cedar'), [at('to-theirs')]: distinct(54, 'cedar') },
    unmerged: [at('from'), at('to-ours'), at('to-theirs')],
  },
  // Two records want the same address.
  'two pages added at one address': {
    base: {},
    ours: { [at('wanted')]: 'id: 55\ntype: page\nfields:\n  title: Ours\n' },
    theirs: { [at('wanted')]: 'id: 56\ntype: page\nfields:\n  title: Theirs\n' },
    merged: {
      [at('wanted')]: marked(
        'id: 55\ntype: page\nfields:\n  title: Ours\n',
        'id: 56\ntype: page\nfields:\n  title: Theirs\n',
      ),
    },
    unmerged: [at('wanted')],
    named: 'id: yours 55, theirs 56',
  },
};
