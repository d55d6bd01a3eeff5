import { join } from 'node:path';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { isString } from '../../lib/json/isString.ts';
import { openStateFile } from '../stateFile.ts';

/** A time-based one-time password (RFC 6238), as an authenticator app shows it. */
export interface Totp {
  /** In base32. */
  readonly secret: string;
  /** The time step of the last accepted code: no code counts twice. */
  readonly lastStep: number;
  readonly createdAt: string;
}

export interface Passkey {
  /** The credential's id, in base64url. */
  readonly id: string;
  readonly name: string;
  /** In base64url, as COSE writes it (RFC 9052). */
  readonly publicKey: string;
  /** How often its authenticator has signed; 0 if it does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** What a user can prove themself with besides a password. */
export interface UserFactors {
  /** Grows with every factor that is added or removed: sessions from before have ended. */
  readonly generation: number;
  readonly totp: Totp | null;
  /** Hashes of those that are not used yet. */
  readonly recoveryCodes: readonly string[];
  readonly passkeys: readonly Passkey[];
}

const NO_FACTORS: UserFactors = Object.freeze({ generation: 0, totp: null, recoveryCodes: [], passkeys: [] });

/** The second factors and passkeys of users, in `<privateDir>/state/factors.json`. */
export interface Factors {
  of(userId: number): UserFactors;
  /**
   * Changes a user's factors; what cannot be saved stays as it was. Survives a restart when it resolves.
   *
   * @param change decides at once, so that nothing happens between what it sees and what it returns
   */
  change(userId: number, change: (before: UserFactors) => UserFactors): Promise<UserFactors>;
  /** Forgets a user who is gone. */
  forget(userId: number): Promise<void>;
  /** The passkey with this credential id, and its owner. */
  findPasskey(id: string): { readonly userId: number; readonly passkey: Passkey } | undefined;
  hasPasskeys(): boolean;
}

/** @throws Error if the file cannot be read: starting without it would let people in without their second factor */
export async function openFactors({ privateDir }: { readonly privateDir: string }): Promise<Factors> {
  const { value: all, save } = await openStateFile({
    ...{ privateDir, name: 'factors', empty: () => new Map<number, UserFactors>(), parse: parseFactors },
    show: (factors) => Object.fromEntries(factors),
    onError(cause) {
      const path = join(privateDir, 'state', 'factors.json');
      throw new Error(`The second factors in ${path} cannot be read: restore the file`, { cause });
    },
  });
  const of = (userId: number): UserFactors => all.get(userId) ?? NO_FACTORS;

  return {
    of,
    async change(userId, change) {
      const before = of(userId);
      const after = change(before);
      all.set(userId, after);
      try {
        await save();
      } catch (error) {
        if (all.get(userId) === after) all.set(userId, before);
        throw error;
      }
      return after;
    },
    async forget(userId) {
      if (all.delete(userId)) await save();
    },
    findPasskey(id) {
      for (const [userId, { passkeys }] of all) {
        const passkey = passkeys.find((one) => one.id === id);
        if (passkey) return { userId, passkey };
      }
      return undefined;
    },
    hasPasskeys: () => [...all.values()].some(({ passkeys }) => passkeys.length > 0),
  };
}

/** The same with a factor added or removed, which ends the sessions from before. */
export const withFactors = (before: UserFactors, changed: Partial<UserFactors>): UserFactors => ({
  ...{ ...before, ...changed },
  generation: before.generation + 1,
});

function parseFactors(json: unknown): Map<number, UserFactors> {
  if (!isPlainObject(json)) throw new Error('it is no object');
  return new Map(Object.entries(json).map(([id, value]) => [Number(id), readFactors(value)]));
}

function readFactors(value: unknown): UserFactors {
  const { generation, totp, recoveryCodes, passkeys } = (value ?? {}) as Partial<Record<keyof UserFactors, unknown>>;
  const isSound =
    Number.isSafeInteger(generation) &&
    (totp === null || isTotp(totp)) &&
    isListOf(recoveryCodes, isString) &&
    isListOf(passkeys, isPasskey);
  if (!isSound) throw new Error('a user has factors that are not well-formed');
  // Each part has been checked.
  return value as UserFactors;
}

const isListOf = (value: unknown, isItem: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isItem);

const isTotp = (value: unknown): boolean =>
  isPlainObject(value) &&
  typeof value['lastStep'] === 'number' &&
  [value['secret'], value['createdAt']].every(isString);

const isPasskey = (value: unknown): boolean =>
  isPlainObject(value) &&
  typeof value['counter'] === 'number' &&
  isListOf(value['transports'], isString) &&
  [value['id'], value['name'], value['publicKey'], value['createdAt']].every(isString) &&
  (value['lastUsedAt'] === null || isString(value['lastUsedAt']));
