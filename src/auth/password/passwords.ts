import { availableParallelism } from 'node:os';
import type { Detail } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import { bcryptCost, dummyHash, isUsableHash } from './bcryptHash.ts';
import { createPasswordPool, type JobRequester, type PasswordPool } from './passwordPool.ts';

const MIN_CHARACTERS = 8;
/** bcrypt silently ignores everything beyond this. */
const MAX_BYTES = 72;
const DEFAULT_COST = 12;
const MAX_WAITING = 100;
/** More than a person starts, and less than what others would notice waiting for. */
const MAX_OF_ONE = 5;

export interface Passwords {
  /** A bcrypt hash. The password must have passed `passwordProblems`. */
  hash(password: string): Promise<string>;
  /**
   * Whether a password has a hash. It always takes as long as the most expensive of `hashes`, also if `hash` is null or
   * unusable; the result is false then.
   */
  verify(attempt: PasswordAttempt): Promise<boolean>;
  close(): Promise<void>;
}

export interface PasswordAttempt {
  readonly password: string;
  /** Null if there is no such user. */
  readonly hash: string | null;
  /** The hashes of all users. */
  readonly hashes?: Iterable<string>;
  /** Who tries: see `PasswordPool`. */
  readonly asker?: JobRequester;
}

export interface PasswordOptions {
  /** bcrypt's cost: 2^cost rounds. */
  readonly cost?: number;
  readonly threads?: number;
  /** Jobs that may wait for a thread before the next is refused. */
  readonly maxWaiting?: number;
  /** Jobs that one asker may have before the next is refused. */
  readonly maxOfOne?: number;
  readonly pool?: PasswordPool;
}

/** The problems of a new password, with the path `password`. */
export function passwordProblems(password: string): readonly Detail[] {
  const path = ['password'];
  if ([...password].length < MIN_CHARACTERS) {
    const message = `must have at least ${MIN_CHARACTERS} characters`;
    return [{ path, ...because('leastCharacters', message, { count: MIN_CHARACTERS }) }];
  }
  if (!isTooLong(password)) return [];
  return [{ path, ...because('mostBytes', `must have at most ${MAX_BYTES} bytes in UTF-8`, { count: MAX_BYTES }) }];
}

/** Hashes and checks passwords with bcrypt, off the event loop. */
export function createPasswords(options: PasswordOptions = {}): Passwords {
  const { cost = DEFAULT_COST, threads = spareThreads(), maxWaiting = MAX_WAITING } = options;
  const { maxOfOne = MAX_OF_ONE } = options;
  const pool = options.pool ?? createPasswordPool({ threads, maxWaiting, maxOfOne });
  return {
    async hash(password) {
      // A hash job answers a string.
      return (await pool.run({ type: 'hash', password, cost })) as string;
    },
    async verify({ password, hash, hashes = [], asker }) {
      const isUsable = hash !== null && isUsableHash(hash) && !isTooLong(password);
      const spent = Math.max(cost, ...Array.from(hashes, bcryptCost));
      const job = { type: 'verify', password, hash: isUsable ? hash : dummyHash(spent), cost: spent } as const;
      const isSame = await pool.run(job, asker);
      return isUsable && isSame === true;
    },
    close: () => pool.close(),
  };
}

const isTooLong = (password: string): boolean => Buffer.byteLength(password) > MAX_BYTES;

/** All cores except one for the event loop, at most 4. */
const spareThreads = (): number => Math.min(4, Math.max(1, availableParallelism() - 1));
