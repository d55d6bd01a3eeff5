import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { EditorState } from '@codemirror/state';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasMark, type MarkdownMark, toggleMark } from '../../../src/ui/markdown/marks.ts';

const piece = fc.constantFrom(
  ...['a ', 'word ', ' ', '\n', '\n\n', '**b c** ', '*d e* ', '~~f~~ ', '`g h` ', '**i *j* k** ', '[l m](/y) '],
  ...['\n- ', '\n1. ', '\n> ', '\n## ', '![n](/j) ', 'https://a.bc ', '\n\n| o | p |\n| - | - |\n| q r | s |\n\n'],
);

/** A text, and where its selection begins and ends. */
const selected = fc
  .tuple(fc.array(piece, { maxLength: 14 }), fc.nat(), fc.nat())
  .map(([pieces, ...ends]): readonly [string, number, number] => {
    const doc = pieces.join('');
    const [one, other] = ends.map((end) => end % (doc.length + 1)) as [number, number];
    return [doc, Math.min(one, other), Math.max(one, other)];
  })
  .filter(([doc, from, to]) => /[a-z]/.test(doc.slice(from, to)));

const open = ([doc, anchor, head]: readonly [string, number, number]): EditorState =>
  EditorState.create({ doc, selection: { anchor, head }, extensions: markdown({ base: markdownLanguage }) });

function toggled(state: EditorState, name: MarkdownMark): EditorState {
  let after = state;
  const dispatch: Parameters<ReturnType<typeof toggleMark>>[0]['dispatch'] = (transaction) => {
    after = transaction.state;
  };
  toggleMark(name)({ state, dispatch });
  return after;
}

const wordsIn = ({ doc }: EditorState): string => doc.toString().replace(/[*~`]/g, '');

it('gives a mark to all that is selected, or takes it from there, and leaves every word', () => {
  fc.assert(
    fc.property(selected, fc.constantFrom<MarkdownMark>('bold', 'italic', 'strike', 'code'), (text, name) => {
      const state = open(text);
      const after = toggled(state, name);
      expect(hasMark(after, name)).toBe(!hasMark(state, name));
      expect(hasMark(toggled(after, name), name)).toBe(hasMark(state, name));
      expect(wordsIn(after)).toBe(wordsIn(state));
    }),
    { numRuns: 300 },
  );
});
