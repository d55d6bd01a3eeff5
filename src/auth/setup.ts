import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Role } from '../model/access.ts';
import type { User } from '../model/entities/user.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import { forbidden, invalid } from '../model/errors.ts';
import { type Passwords, passwordProblems } from './passwords.ts';

export interface NewUser {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly role: Role;
}

export interface SetupRequest {
  readonly setupToken: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** How the first admin comes to be. It is open only while there is no user. */
export interface Setup {
  needsSetup(): boolean;
  /** @throws CmsError FORBIDDEN when there is a user or the set-up token is another; VALIDATION for a bad password */
  run(request: SetupRequest): Promise<Entry<User>>;
  /** Makes the first admin of the configuration's values; null when there is a user already. @throws CmsError VALIDATION */
  bootstrap(email: string, password: string): Promise<Entry<User> | null>;
  /** The one-time token of this start, to be shown to who started it; null when no set-up is needed. */
  setupToken(): string | null;
}

export interface SetupOptions {
  readonly lookup: Lookup;
  readonly passwords: Passwords;
  /** Writes the user; the store has it when this resolves. */
  createUser(user: NewUser): Promise<Entry<User>>;
}

/** Set-up and bootstrap, one at a time, so that two requests at once make one admin. */
export function createSetup({ lookup, passwords, createUser }: SetupOptions): Setup {
  const token = randomBytes(24).toString('base64url');
  let isTokenSpent = false;
  let turn: Promise<unknown> = Promise.resolve();

  const needsSetup = (): boolean => {
    for (const _ of lookup.all('user')) return false;
    return true;
  };
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const result = turn.then(task);
    // Whoever asked is told of a failure; the next in turn starts all the same.
    turn = result.catch(() => {});
    return result;
  };
  const checkOpen = ({ setupToken }: SetupRequest): void => {
    if (!needsSetup()) throw forbidden('There is a user already');
    if (isTokenSpent || !isSame(setupToken, token)) throw forbidden('The set-up token is not the one printed at start');
  };
  const createAdmin = async (name: string, email: string, password: string): Promise<Entry<User>> => {
    const problems = passwordProblems(password);
    if (problems.length > 0) throw invalid(problems);
    return createUser({ name, email, passwordHash: await passwords.hash(password), role: 'admin' });
  };

  return {
    needsSetup,
    setupToken: () => (needsSetup() && !isTokenSpent ? token : null),
    async run(request) {
      checkOpen(request);
      return inTurn(async () => {
        checkOpen(request);
        const admin = await createAdmin(request.name, request.email, request.password);
        isTokenSpent = true;
        return admin;
      });
    },
    bootstrap: (email, password) =>
      inTurn(async () => (needsSetup() ? createAdmin(email.split('@')[0] || email, email, password) : null)),
  };
}

/** Compares digests, whose length tells nothing, in constant time. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
