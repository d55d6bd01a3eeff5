import { availableParallelism } from 'node:os';
import type { Detail } from '../../model/errors.ts';
import { costOf, dummyHash, isUsableHash } from './bcryptHash.ts';
import { createPasswordPool, type PasswordPool } from './passwordPool.ts';

const MIN_CHARACTERS = 8;
/** bcrypt silently ignores everything beyond this. */
const MAX_BYTES = 72;
const DEFAULT_COST = 12;
const MAX_WAITING = 100;

export interface Passwords {
  /** A bcrypt hash. The password must have passed `passwordProblems`. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password has this hash. It always takes as long as the most expensive of `hashes`, also if `hash` is
   * null (no such user) or unusable; the result is false then.
   */
  verify(password: string, hash: string | null, hashes?: Iterable<string>): Promise<boolean>;
  close(): Promise<void>;
}

export interface PasswordOptions {
  /** bcrypt's cost: 2^cost rounds. */
  readonly cost?: number;
  readonly threads?: number;
  /** Jobs that may wait for a thread before the next is refused. */
  readonly maxWaiting?: number;
  readonly pool?: PasswordPool;
}

/** The problems of a new password, with the path `password`. */
export function passwordProblems(password: string): readonly Detail[] {
  const path = ['password'];
  if ([...password].length < MIN_CHARACTERS) {
    return [{ path, message: `must have at least ${MIN_CHARACTERS} characters` }];
  }
  return isTooLong(password) ? [{ path, message: `must have at most ${MAX_BYTES} bytes in UTF-8` }] : [];
}

/** Hashes and checks passwords with bcrypt, off the event loop. */
export function createPasswords(options: PasswordOptions = {}): Passwords {
  const { cost = DEFAULT_COST, threads = spareThreads(), maxWaiting = MAX_WAITING } = options;
  const pool = options.pool ?? createPasswordPool({ threads, maxWaiting });
  return {
    async hash(password) {
      // A hash job answers a string.
      return (await pool.run({ type: 'hash', password, cost })) as string;
    },
    async verify(password, hash, hashes = []) {
      const isUsable = hash !== null && isUsableHash(hash) && !isTooLong(password);
      const spent = Math.max(cost, ...Array.from(hashes, costOf));
      const job = { type: 'verify', password, hash: isUsable ? hash : dummyHash(spent), cost: spent } as const;
      const isSame = await pool.run(job);
      return isUsable && isSame === true;
    },
    close: () => pool.close(),
  };
}

const isTooLong = (password: string): boolean => Buffer.byteLength(password) > MAX_BYTES;

/** All cores except one for the event loop, at most 4. */
const spareThreads = (): number => Math.min(4, Math.max(1, availableParallelism() - 1));
