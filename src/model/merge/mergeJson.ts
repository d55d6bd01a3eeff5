import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { mergeItems } from './list/mergeItems.ts';
import { mergeObject } from './mergeObject.ts';
import { clash, type Merge } from './versions.ts';

/** Merges values of which nothing is known but that they are JSON: objects by key, lists by item, all else as one. */
export const mergeJson: Merge = (versions, scope) => {
  const { base, ours, theirs } = versions;
  if (isPlainObject(ours) && isPlainObject(theirs)) return byKey(versions, scope);
  // Lists that both sides have made from nothing are not two halves of one.
  const areLists = [base, ours, theirs].every(Array.isArray);
  return areLists ? byItem(versions, scope) : clash(versions, scope);
};

const byKey = mergeObject({ at: () => mergeJson });
const byItem: Merge = (versions, scope) => mergeItems({ id: 'id', merge: mergeJson })(versions, scope);
