import { expect, it } from 'vitest';
import { readCommitMessage } from '../../../src/git/format/commitMessage.ts';

it.for([
  ['Subject', 'Subject', '', []],
  ['Subject\n', 'Subject', '', []],
  ['Two lines\nof subject\n\nBody', 'Two lines of subject', 'Body', []],
  ['Subject\n\nOne.\n\nTwo,\nlines.\n', 'Subject', 'One.\n\nTwo,\nlines.', []],
  [
    'Subject\n\nNote\n\nA: 1\nB-c: x y\n',
    'Subject',
    'Note',
    [
      ['A', '1'],
      ['B-c', 'x y'],
    ],
  ],
  [
    'Subject\n\nA: 1\nA: 2',
    'Subject',
    '',
    [
      ['A', '1'],
      ['A', '2'],
    ],
  ],
  // Not all of its lines are trailers, so none is.
  ['Subject\n\nA: 1\nand so on', 'Subject', 'A: 1\nand so on', []],
  // Only the last paragraph has them, and a subject is not one.
  ['Subject\n\nA: 1\n\nBody', 'Subject', 'A: 1\n\nBody', []],
  ['fix: this', 'fix: this', '', []],
  ['Subject\r\n\r\nBody\r\n\r\nA: 1\r\n', 'Subject', 'Body', [['A', '1']]],
  ['', '', '', []],
] as const)('reads %j', ([message, subject, body, trailers]) => {
  expect(readCommitMessage(message)).toEqual({ subject, body, trailers });
});
