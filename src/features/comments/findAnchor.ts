import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import { blockPlacesOf } from '../../model/page/blockPlace.ts';
import { fieldTexts } from '../../model/passage/fieldTexts.ts';
import { followPassage } from '../../model/passage/followPassage.ts';
import { type CommentedField, isSameField, type Passage } from '../../model/passage/passage.ts';
import type { ThreadAnchor } from './thread.ts';

/** Where the anchor of a thread is in a version of its record. */
export interface FoundAnchor {
  readonly field: CommentedField;
  /** Null for an anchor without a passage, and if the passage is gone. */
  readonly passage: Passage | null;
  readonly isGone: boolean;
  /** The anchor to remember, if it has moved. */
  readonly moved?: ThreadAnchor;
}

/** Finds what a thread is about in a version of the record; without one, it is gone. */
export function findAnchor(anchor: ThreadAnchor, entry: Entry | undefined): FoundAnchor {
  const { field, passage } = anchor;
  const gone: FoundAnchor = { field, passage: null, isGone: true };
  if (!entry) return gone;
  if (!passage) return { field, passage: null, isGone: !hasBlock(entry, field.block) };
  const texts = fieldTexts(entry.data as object);
  const text = texts.find((one) => isSameField(one.field, field))?.text;
  if (text !== undefined && text === anchor.text) return { field, passage, isGone: false };
  const found = followPassage({ field, passage }, texts, anchor.text ?? undefined);
  if (!found) return gone;
  const where = texts.find((one) => isSameField(one.field, found.field));
  return { ...found, isGone: false, moved: { ...anchor, ...found, text: where?.text ?? null } };
}

const hasBlock = ({ kind, data }: Entry, block: number | undefined): boolean =>
  block === undefined ||
  (kind === 'page' && blockPlacesOf(data as Page).some(({ placement }) => placement.id === block));
