import { openDB } from 'idb';
import type { Values } from '../../../form/values.ts';
import { chosenChange } from '../../../wire/chosenChange.ts';

/** What somebody has typed and not saved, and what it was made from. */
export interface KeptWork {
  readonly values: Values;
  readonly saved: Values;
  readonly etag: string | null;
  readonly at: string;
}

const STORE = 'work';

/** What is typed into a change is kept apart from what is typed into what is live. */
function keyOfWork(id: number): number | string {
  const change = chosenChange();
  return change ? `${change.name}/${id}` : id;
}

const openStore = () =>
  openDB('quire', 1, {
    upgrade: (database) => {
      database.createObjectStore(STORE);
    },
  });

/** Keeps it in this browser, so that a closed window or a dead network loses nothing. */
export async function keepWork(id: number, work: KeptWork): Promise<void> {
  const database = await openStore();
  await database.put(STORE, work, keyOfWork(id));
  database.close();
}

export async function findWork(id: number): Promise<KeptWork | undefined> {
  const database = await openStore();
  const work = (await database.get(STORE, keyOfWork(id))) as KeptWork | undefined;
  database.close();
  return work;
}

export async function dropWork(id: number): Promise<void> {
  const database = await openStore();
  await database.delete(STORE, keyOfWork(id));
  database.close();
}
