import { fieldTexts } from '../../../model/passage/fieldTexts.ts';
import { followPassage } from '../../../model/passage/followPassage.ts';
import { type CommentedField, type FieldText, isSameField, type Passage } from '../../../model/passage/passage.ts';
import type { BlockValue } from '../../../ui/blocks/blockValue.ts';
import { type FormPath, type FormValues, getValueAt } from '../../../ui/form/values.ts';
import type { CommentThread } from '../../../ui/wire/interface.ts';

/** A thread, and where what it is about is in the form. */
export interface FollowedThread {
  readonly thread: CommentThread;
  readonly field: CommentedField | null;
  /** Where the passage is, or was last. */
  readonly passage: Passage | null;
  readonly isGone: boolean;
  /** The text in which the passage was found last. */
  readonly text: string | undefined;
}

type Regions = Readonly<Record<string, readonly BlockValue[]>>;

const formRegions = (values: FormValues): Regions => (values['regions'] ?? {}) as Regions;

/** The texts in a form, as the server reads those of the record. */
export const readFormTexts = (values: FormValues): readonly FieldText[] =>
  fieldTexts({
    ...values,
    regions: Object.fromEntries(
      Object.entries(formRegions(values)).map(([name, blocks]) => [
        name,
        blocks.map(({ id, blockId, fields, overrides }) => ({
          id: id === undefined ? undefined : Number(id),
          fields: blockId === undefined ? fields : overrides,
        })),
      ]),
    ),
  });

/** Finds a thread in a form that has changed since it was found `before`, or since it was saved. */
export function followThread(
  thread: CommentThread,
  texts: readonly FieldText[],
  { before, saved }: { readonly before?: FollowedThread | undefined; readonly saved: readonly FieldText[] },
): FollowedThread {
  const known = before ?? findSaved(thread, saved);
  const { field, passage, text } = known;
  if (!field || !passage) return { ...known, thread };
  const own = texts.find((one) => isSameField(one.field, field));
  if (own && own.text === text) return { ...known, thread, isGone: false };
  const found = followPassage({ field, passage }, texts, text);
  if (!found) return { ...known, thread, isGone: true };
  const now = texts.find((one) => isSameField(one.field, found.field));
  return { thread, ...found, isGone: false, text: now?.text };
}

/** The thread as the server has found it. Its text is known if it is the one that was saved. */
function findSaved(thread: CommentThread, saved: readonly FieldText[]): FollowedThread {
  const { field, passage, isGone } = thread;
  const text = field ? saved.find((one) => isSameField(one.field, field))?.text : undefined;
  const isThere = passage !== null && text?.startsWith(passage.quote, passage.start);
  return { thread, field, passage, isGone, text: isThere ? text : undefined };
}

/** The field that the value at a path is, or is part of; undefined for values that are no field, and in new blocks. */
export function fieldAtPath(path: FormPath, values: FormValues): CommentedField | undefined {
  const [first, second, third, fourth, name] = path;
  if (first === 'title') return { name: 'title' };
  if (first === 'fields' && second !== undefined) return { name: String(second) };
  if (first !== 'regions' || (fourth !== 'fields' && fourth !== 'overrides') || name === undefined) return undefined;
  const block = getValueAt(values, ['regions', second!, third!]) as BlockValue | undefined;
  return block?.id === undefined ? undefined : { block: Number(block.id), name: String(name) };
}

/** Whether the value at a path is a field, and not only a part of one. */
export const isWholeField = (path: FormPath): boolean =>
  path.length === (path[0] === 'regions' ? 5 : path[0] === 'title' ? 1 : 2);

/** Where a field is in a form; undefined if its block is gone. */
export function pathOfField({ block: id, name }: CommentedField, values: FormValues): FormPath | undefined {
  if (id === undefined) return name === 'title' ? ['title'] : ['fields', name];
  for (const [region, blocks] of Object.entries(formRegions(values))) {
    const at = blocks.findIndex((one) => one.id !== undefined && Number(one.id) === id);
    if (at >= 0) return ['regions', region, at, blocks[at]?.blockId === undefined ? 'fields' : 'overrides', name];
  }
  return undefined;
}
