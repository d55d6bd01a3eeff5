import { type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import type { FormValues } from '../../form/values.ts';
import type { RecordKind } from '../../wire/interface.ts';

/** The unsaved work on a record, and the version that it is based on. */
export interface UnsavedWork {
  readonly values: FormValues;
  readonly saved: FormValues;
  readonly etag: string | null;
  readonly at: string;
  /** When the record was created. On another site at the same address, or one set up again, the id is another's. */
  readonly createdAt: string;
}

/** Whose work it is, and where it is to be saved. */
export interface LocalWorkKey {
  /** The author's, since others may use the same browser. */
  readonly email: string;
  /** The name of the change: work in a change is kept apart from work on what is live. */
  readonly change: string | undefined;
  readonly kind: RecordKind;
  readonly id: number;
}

const STORE = 'work';

/** Pages have their bare number, by which browsers keep them since before other kinds were kept. */
const keyOfWork = ({ email, change = '', kind, id }: LocalWorkKey): string[] => [
  email,
  change,
  kind === 'page' ? String(id) : `${kind}/${id}`,
];

let opened: Promise<IDBPDatabase> | undefined;

/** Opens the store once for the life of the window: only then can a transaction begin while the window is closing. */
function openWorkDatabase(): Promise<IDBPDatabase> {
  const forget = (): void => {
    opened = undefined;
  };
  if (opened) return opened;
  opened = openDB('quire', 1, {
    upgrade: (database) => {
      database.createObjectStore(STORE);
    },
    terminated: forget,
  });
  opened.catch(forget);
  return opened;
}

type WorkObjectStore<M extends IDBTransactionMode> = IDBPObjectStore<unknown, [typeof STORE], typeof STORE, M>;

/** Acts on the store in a transaction; those that write take effect in the order of the calls. */
async function inStore<M extends IDBTransactionMode, T>(
  mode: M,
  act: (store: WorkObjectStore<M>) => Promise<T>,
): Promise<T> {
  const transaction = (await openWorkDatabase()).transaction<typeof STORE, M>(STORE, mode);
  const acted = act(transaction.store);
  // If it waited for the answer first, a window that closes would undo it.
  transaction.commit();
  const [result] = await Promise.all([acted, transaction.done]);
  return result;
}

/** Keeps unsaved work in this browser, so that a closed window or a lost connection loses nothing. */
export async function storeWork(place: LocalWorkKey, work: UnsavedWork): Promise<void> {
  await inStore('readwrite', (store) => store.put(work, keyOfWork(place)));
}

export const findWork = async (place: LocalWorkKey): Promise<UnsavedWork | undefined> =>
  (await inStore('readonly', (store) => store.get(keyOfWork(place)))) as UnsavedWork | undefined;

export async function dropWork(place: LocalWorkKey): Promise<void> {
  await inStore('readwrite', (store) => store.delete(keyOfWork(place)));
}
