import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { mergeItems } from './list/mergeItems.ts';
import { mergeObject } from './mergeObject.ts';
import { clash, type MergeRule } from './threeVersions.ts';

/** Merges JSON that no schema describes: objects by key, lists by item, anything else as one value. */
export const mergeJson: MergeRule = (versions, scope) => {
  const { base, ours, theirs } = versions;
  if (isPlainObject(ours) && isPlainObject(theirs)) return byKey(versions, scope);
  // Without a base, two different lists are not parts of one list.
  const areLists = [base, ours, theirs].every(Array.isArray);
  return areLists ? byItem(versions, scope) : clash(versions, scope);
};

const byKey = mergeObject({ at: () => mergeJson });
const byItem: MergeRule = (versions, scope) => mergeItems({ id: 'id', merge: mergeJson })(versions, scope);
