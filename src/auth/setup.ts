import { randomBytes } from 'node:crypto';
import { isSameSecret } from '../lib/text/isSameSecret.ts';
import { createTaskQueue } from '../lib/turn/createTaskQueue.ts';
import type { Role } from '../model/access.ts';
import { type User, userSchema } from '../model/entities/user.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import { forbidden, invalid } from '../model/errors.ts';
import { because } from '../model/reason.ts';
import { object, type Schema, text } from '../model/schema/schema.ts';
import { createValidator } from '../model/schema/validator.ts';
import { type Passwords, passwordProblems } from './password/passwords.ts';

export interface FirstAdmin {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly role: Role;
}

/** The unchecked details of the person who is to become the first admin. */
interface Applicant {
  readonly name?: unknown;
  readonly email?: unknown;
  readonly password?: unknown;
}

/** Creates the first admin. It is open only while there is no user. */
export interface Setup {
  needsSetup(): boolean;
  /** @throws CmsError FORBIDDEN, before anything else, if there is a user or the token is wrong; VALIDATION */
  run(setupToken: string, applicant: Applicant): Promise<Entry<User>>;
  /** Creates the first admin from the configuration; null if there is a user already. @throws CmsError VALIDATION */
  bootstrap(email: string, password: string): Promise<Entry<User> | null>;
  /** The one-time token of this start, to be shown to the person who started it; null if no set-up is needed. */
  setupToken(): string | null;
}

export interface SetupOptions {
  readonly lookup: Lookup;
  readonly passwords: Passwords;
  /** Writes the user, who is in the store when it resolves. */
  createUser(user: FirstAdmin): Promise<Entry<User>>;
}

/** Set-up and bootstrap run one at a time, so that two requests at once create only one admin. */
export function createSetup({ lookup, passwords, createUser }: SetupOptions): Setup {
  const token = randomBytes(24).toString('base64url');
  const check = createApplicantCheck();
  let isTokenSpent = false;

  const needsSetup = (): boolean => {
    for (const _ of lookup.all('user')) return false;
    return true;
  };
  const inTurn = createTaskQueue();
  const checkOpen = (setupToken: string): void => {
    if (!needsSetup()) throw forbidden(because('setUpDone', 'Set-up is done: there is already a user', {}));
    if (isTokenSpent || !isSameSecret(setupToken, token))
      throw forbidden(because('setUpCode', 'The set-up token is not the one printed at start', {}));
  };
  const createAdmin = async (applicant: Applicant): Promise<Entry<User>> => {
    const { name, email, password } = check(applicant);
    return createUser({ name, email, passwordHash: await passwords.hash(password), role: 'admin' });
  };

  return {
    needsSetup,
    setupToken: () => (needsSetup() && !isTokenSpent ? token : null),
    async run(setupToken, applicant) {
      checkOpen(setupToken);
      return inTurn(async () => {
        checkOpen(setupToken);
        const admin = await createAdmin(applicant);
        isTokenSpent = true;
        return admin;
      });
    },
    bootstrap: (email, password) =>
      inTurn(async () => (needsSetup() ? createAdmin({ name: email.split('@')[0], email, password }) : null)),
  };
}

/** Makes the function that checks an applicant and throws VALIDATION with all problems. */
function createApplicantCheck() {
  // The type of `properties` is too general; the user's schema declares both as text.
  const { name, email } = userSchema.properties as Record<'name' | 'email', Schema<string>>;
  const validate = createValidator(object({ name, email, password: text({ maxLength: 1000 }) }));
  return (applicant: Applicant) => {
    const result = validate(applicant);
    const weak = typeof applicant.password === 'string' ? passwordProblems(applicant.password) : [];
    if ('details' in result) throw invalid([...result.details, ...weak]);
    if (weak.length > 0) throw invalid(weak);
    return result.value;
  };
}
