import type { Slice } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { ReplaceStep } from '@tiptap/pm/transform';

/** Whether a change goes on with a word: letters were typed or deleted. Anything else is a step of its own in the history. */
export const isTyping = ({ steps, docs }: Transaction): boolean =>
  steps.every((step, index) => {
    if (!(step instanceof ReplaceStep) || !isInText(step.slice)) return false;
    const added = step.slice.content.firstChild?.text ?? '';
    const before = docs[index]?.textBetween(Math.max(0, step.from - 1), step.from) ?? '';
    return !(/^\S/.test(added) && /^\s/.test(before));
  });

const isInText = ({ content, openStart, openEnd }: Slice): boolean =>
  openStart === 0 && openEnd === 0 && content.childCount <= 1 && content.firstChild?.isText !== false;
