import { join } from 'node:path';
import type { HeadHistory } from '../git/history/history.ts';
import { createRecordIds, type Ids } from '../store/id/ids.ts';
import { createMarks } from '../store/id/marks.ts';
import type { ChooseId } from '../store/id/randomId.ts';
import type { Store } from '../store/store.ts';
import { wasUsed } from './version/recordNames.ts';

interface Options {
  readonly privateDir: string;
  readonly store: Store;
  readonly history: HeadHistory;
  readonly chooseId?: ChooseId | undefined;
}

/** Ids for new records: none that a file gives or that history knows. */
export function openIds({ privateDir, store, history, chooseId }: Options): Ids {
  return createRecordIds({
    marks: createMarks(join(privateDir, 'state', 'ids.json')),
    taken: {
      has: (counter, id) => store.hasId(counter, id) || wasUsed(history, counter, id),
      highest: store.highestId,
    },
    chooseId,
  });
}
