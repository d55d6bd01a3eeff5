import { openDB } from 'idb';
import { oneAtATime } from '../../../../lib/turn/oneAtATime.ts';
import type { Values } from '../../../form/values.ts';

/** The unsaved work on a page, and the version that it is based on. */
export interface KeptWork {
  readonly values: Values;
  readonly saved: Values;
  readonly etag: string | null;
  readonly at: string;
  /** When the page was created. On another site at the same address, or one set up again, the id is another page's. */
  readonly createdAt: string;
}

/** Whose work it is, and where it is to be saved. */
export interface WorkPlace {
  /** The author's, since others may use the same browser. */
  readonly email: string;
  /** The name of the change: work in a change is kept apart from work on what is live. */
  readonly change: string | undefined;
  readonly page: number;
}

const STORE = 'work';

const keyOfWork = ({ email, change = '', page }: WorkPlace): string[] => [email, change, String(page)];

const openStore = () =>
  openDB('quire', 1, {
    upgrade: (database) => {
      database.createObjectStore(STORE);
    },
  });

type Store = Awaited<ReturnType<typeof openStore>>;

/** Runs actions on the store in the order of the calls. */
const inStore = oneAtATime(async (act: (store: Store) => Promise<unknown>) => {
  const store = await openStore();
  try {
    return await act(store);
  } finally {
    store.close();
  }
});

/** Keeps unsaved work in this browser, so that a closed window or a lost connection loses nothing. */
export async function keepWork(place: WorkPlace, work: KeptWork): Promise<void> {
  await inStore((store) => store.put(STORE, work, keyOfWork(place)));
}

export const findWork = async (place: WorkPlace): Promise<KeptWork | undefined> =>
  (await inStore((store) => store.get(STORE, keyOfWork(place)))) as KeptWork | undefined;

export async function dropWork(place: WorkPlace): Promise<void> {
  await inStore((store) => store.delete(STORE, keyOfWork(place)));
}
