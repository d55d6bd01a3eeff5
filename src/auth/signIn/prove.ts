import type { User } from '../../model/entities/user.ts';
import type { Entry } from '../../model/entry.ts';
import { type CmsError, forbidden, invalidAt } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import type { Codes } from '../factor/codes.ts';
import type { BrowserAnswer, Passkeys } from '../factor/passkeys.ts';
import type { Passwords } from '../password/passwords.ts';
import type { ProofMethod } from '../session/proof.ts';
import { listProofWays, type ProofParts } from './proofWays.ts';

/** What somebody proves themself with: one of these. */
export interface ProofInput {
  readonly password?: string;
  readonly code?: string;
  readonly passkey?: BrowserAnswer;
}

/**
 * Proves once more who a person with a session is.
 *
 * @returns how they did
 * @throws CmsError FORBIDDEN for a wrong proof, or one that does not suffice for them; VALIDATION for none
 */
export type Prove = (user: Entry<User>, input: ProofInput) => Promise<ProofMethod>;

interface ProveParts extends ProofParts {
  readonly passwords: Pick<Passwords, 'verify'>;
  readonly codes: Codes;
  readonly passkeys: Pick<Passkeys, 'check'>;
}

export function createProve({ passwords, codes, passkeys, ...parts }: ProveParts): Prove {
  const checks = {
    password: async ({ data }: Entry<User>, { password = '' }: ProofInput) => {
      if (!(await passwords.verify({ password, hash: data.passwordHash }))) throw wrongPassword();
    },
    totp: ({ id }: Entry<User>, { code = '' }: ProofInput) => codes.use(id, code),
    passkey: async ({ id }: Entry<User>, { passkey = {} }: ProofInput) => {
      if ((await passkeys.check(passkey)) !== id)
        throw forbidden(because('othersPasskey', 'This passkey belongs to another account', {}));
    },
  };
  return async (user, input) => {
    const method = methodOf(input);
    if (!listProofWays(user, parts).includes(method))
      throw forbidden(because('otherProof', 'This does not suffice for your account: use your second factor', {}));
    await checks[method](user, input);
    return method;
  };
}

function methodOf({ password, code, passkey }: ProofInput): 'password' | 'totp' | 'passkey' {
  if (passkey !== undefined) return 'passkey';
  if (code !== undefined) return 'totp';
  if (password !== undefined) return 'password';
  throw invalidAt([], because('required', 'A password, a code or a passkey is required', {}));
}

const wrongPassword = (): CmsError => forbidden(because('wrongPassword', 'The password is wrong', {}));
