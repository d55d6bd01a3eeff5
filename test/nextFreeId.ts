import type { ChooseId } from '../src/store/id/randomId.ts';

/** Ids that a test can name: the next one after the highest taken. */
export const nextFreeId: ChooseId = (isFree, highest) => {
  let id = highest + 1;
  while (!isFree(id)) id += 1;
  return id;
};
