import type { Lookup } from '../../model/entry.ts';
import type { AuditLog } from '../audit/auditLog.ts';
import type { Codes } from '../factor/codes.ts';
import { badCredentials, type Tokens } from '../session/tokens.ts';
import type { ClaimsOf, NewSession, ProvedUser, SignIn, SignInPlace } from './signIn.ts';

interface SecondStepRequest extends SignInPlace {
  readonly ticket: string;
  readonly code: string;
}

/**
 * The second step of a log-in: a code, for the ticket that the first step gave.
 *
 * @throws CmsError UNAUTHORIZED for a ticket that has expired or whose owner has changed password, role or factors since;
 *   FORBIDDEN for a wrong code; RATE_LIMITED after too many
 */
export type TakeSecondStep = (request: SecondStepRequest) => Promise<NewSession>;

interface SecondStepParts {
  readonly lookup: Lookup;
  readonly tokens: Tokens;
  readonly claimsOf: ClaimsOf;
  readonly codes: Codes;
  readonly signIn: SignIn;
  readonly audit: Pick<AuditLog, 'append'>;
}

export function createSecondStep({ lookup, tokens, claimsOf, codes, signIn, audit }: SecondStepParts): TakeSecondStep {
  async function open(ticket: string): Promise<Pick<ProvedUser, 'user' | 'sessionId'>> {
    const { subject, fingerprint, sessionId } = await tokens.verifyTicket(ticket);
    const user = lookup.get('user', Number(subject.split('/')[1]));
    if (!user || claimsOf(user).fingerprint !== fingerprint) throw badCredentials();
    return { user, ...(sessionId !== undefined && { sessionId }) };
  }

  return async ({ ticket, code, ip, agent }) => {
    const opened = await open(ticket);
    const { user } = opened;
    const record = `user/${user.id}`;
    await codes.use(user.id, code).catch(async (error: unknown) => {
      await audit.append({ actor: 'anonymous', action: 'auth.login', record, ip, ok: false });
      throw error;
    });
    return signIn({ ...opened, method: 'totp', ip, agent });
  };
}
