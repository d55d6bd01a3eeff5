import { isPlainObject } from '../lib/json/isPlainObject.ts';
import { addressKey } from '../lib/net/addressKey.ts';
import { emailKey } from '../model/entities/user.ts';
import type { Lookup } from '../model/entry.ts';
import { openStateFile } from './stateFile.ts';

/** The addresses from which each user has logged in before. */
export interface KnownAddresses {
  /** Whether the user with this e-mail has logged in from the address. */
  has(email: string, address: string): boolean;
  /** Notes that the user with this id has logged in from the address. */
  note(userId: number, address: string): void;
  /** Writes what has not been written yet. Never throws. */
  close(): Promise<void>;
}

interface Options {
  readonly lookup: Lookup;
  readonly privateDir: string;
  /** Called if the file cannot be read or written; the addresses in memory stay correct. */
  onError(error: unknown): void;
}

/** How many addresses are kept for each user, the latest ones. */
const MAX_ADDRESSES = 20;

/**
 * The addresses (for IPv6: networks) that users have logged in from, the latest last. They are kept in
 * `<privateDir>/state/known-addresses.json` as `{ <user id>: [<address>] }`, so that a restart locks nobody out.
 * Deleted users are left out at the next write.
 */
export async function openKnownAddresses({ lookup, privateDir, onError }: Options): Promise<KnownAddresses> {
  const file = await openStateFile({
    ...{ privateDir, onError, name: 'known-addresses', writeEveryMs: 0 },
    empty: () => new Map<string, readonly string[]>(),
    parse: (json) => new Map(Object.entries(isPlainObject(json) ? json : {}).filter(isAddressList)),
    show: (all) => Object.fromEntries([...all].filter(([id]) => lookup.get('user', Number(id)))),
  });
  const known = file.value;

  return {
    has(email, address) {
      const user = lookup.find('user', 'byEmail', emailKey(email))[0];
      return user !== undefined && (known.get(String(user.id))?.includes(addressKey(address)) ?? false);
    },
    note(userId, address) {
      const [id, key] = [String(userId), addressKey(address)];
      const before = known.get(id) ?? [];
      if (key === '' || before.at(-1) === key) return;
      known.set(id, [...before.filter((one) => one !== key), key].slice(-MAX_ADDRESSES));
      file.saveLater();
    },
    close: file.close,
  };
}

const isAddressList = (entry: [string, unknown]): entry is [string, readonly string[]] =>
  Array.isArray(entry[1]) && entry[1].every((address) => typeof address === 'string');
