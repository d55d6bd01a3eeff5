import { openDB } from 'idb';
import { oneAtATime } from '../../../../lib/turn/oneAtATime.ts';
import type { Values } from '../../../form/values.ts';

/** What somebody has typed and not saved, and what it was made from. */
export interface KeptWork {
  readonly values: Values;
  readonly saved: Values;
  readonly etag: string | null;
  readonly at: string;
  /** When the page was made: at the address of another site, or after a new start, its id is another page's. */
  readonly createdAt: string;
}

/** Whose it is, and where it is to go. */
export interface WorkPlace {
  /** Others may use the same browser. */
  readonly email: string;
  /** What is typed into a change is kept apart from what is typed into what is live. */
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

/** What is asked last is done last. */
const inStore = oneAtATime(async (act: (store: Store) => Promise<unknown>) => {
  const store = await openStore();
  try {
    return await act(store);
  } finally {
    store.close();
  }
});

/** Keeps it in this browser, so that a closed window or a dead network loses nothing. */
export async function keepWork(place: WorkPlace, work: KeptWork): Promise<void> {
  await inStore((store) => store.put(STORE, work, keyOfWork(place)));
}

export const findWork = async (place: WorkPlace): Promise<KeptWork | undefined> =>
  (await inStore((store) => store.get(STORE, keyOfWork(place)))) as KeptWork | undefined;

export async function dropWork(place: WorkPlace): Promise<void> {
  await inStore((store) => store.delete(STORE, keyOfWork(place)));
}
