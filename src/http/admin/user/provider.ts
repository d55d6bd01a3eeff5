import type { Credentials } from '../../../auth/credentials.ts';
import type { ProviderOutcome, ProviderSignIn } from '../../../auth/provider/providerSignIn.ts';
import { type ProviderRefusal, refusalOrThrow } from '../../../auth/provider/refusal.ts';
import type { RequestHeaders, SessionCookie } from '../../../auth/session/sessionCookie.ts';
import { sessionSeconds } from '../../../auth/session/sessions.ts';
import type { Lookup } from '../../../model/entry.ts';
import { unauthorized } from '../../../model/errors.ts';
import { choice, flag, object, text } from '../../../model/schema/schema.ts';
import { showUser } from '../../../view/admin/records.ts';
import { USER } from '../../../view/shapes/access.ts';
import type { RecordWriter } from '../../../write/action.ts';
import { leaveProvider } from '../../../write/record/userProvider.ts';
import { type Answer, type Call, defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { bytesResult, dataResult, recordResult } from '../../result.ts';
import { answerRecord, firstEntry } from '../crud.ts';

export interface ProviderDeps {
  /** Null if there is no provider. */
  readonly providerSignIn: ProviderSignIn | null;
  readonly cookie: SessionCookie;
  readonly credentials: Pick<Credentials, 'findIdentity'>;
  readonly lookup: Lookup;
  readonly writer: RecordWriter;
}

/** An address within the interface: one slash, so that no browser takes what follows for a host. */
const target = text({ maxLength: 2000, pattern: '^/(?![/\\\\])[^\\s\\\\]*$' });
/** What the provider sends: a code or a token. */
const parameter = text({ maxLength: 32_000 });
const TEXT = 'text/plain; charset=utf-8';
/** A logout token has a few hundred bytes. */
const MAX_FORM_BYTES = 64 * 1024;

/** Signing in by the organisation's provider (OpenID Connect). */
export function providerEndpoints({ providerSignIn, cookie, credentials, lookup, writer }: ProviderDeps): Endpoint[] {
  function getProviderSignIn(): ProviderSignIn {
    if (!providerSignIn) throw unauthorized('There is no sign-in by a provider here (it needs OIDC_ISSUER)');
    return providerSignIn;
  }
  /** The session of a request; undefined if it has none, or one that has ended. */
  async function findSessionToProve(headers: RequestHeaders) {
    const found = await credentials.findIdentity(headers).catch(() => null);
    const sessionId = found?.claims.sessionId;
    return found && sessionId !== undefined ? { userId: found.actor.id, sessionId } : undefined;
  }
  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/auth/oidc/start',
      summary:
        "Go to the organisation's provider to sign in; `to` is where to come back to in the editor's interface. With `prove`, whoever has a session proves once more who they are",
      access: 'open',
      query: object({}, { to: target, prove: choice('true') }),
      result: bytesResult(TEXT, [302]),
      async handle({ query: { to = '/', prove }, headers }) {
        try {
          const proves = prove && (await findSessionToProve(headers));
          const { url, cookies } = await getProviderSignIn().begin({ to, headers, proves });
          return leadTo(url, { cookies });
        } catch (error) {
          return leadBack(to, refusalOrThrow(error));
        }
      },
    }),
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/auth/oidc/callback',
      summary: "Come back from the organisation's provider: sets the session's cookie and leads on to the interface",
      access: 'open',
      rateLimit: 'login',
      query: {
        unread: object({}, { code: parameter, state: parameter, iss: parameter, error: parameter }),
      },
      result: bytesResult(TEXT, [302]),
      async handle({ headers, search, ip }) {
        const provider = getProviderSignIn();
        const outcome = await provider.finish({ headers, search, ip, agent: headers['user-agent'] ?? null });
        if ('refusal' in outcome) return leadBack(outcome.to, outcome.refusal);
        if ('nextStep' in outcome) return leadToNextStep(outcome);
        const kept = cookie.keep(outcome.session.token, { headers, seconds: sessionSeconds(lookup) });
        return leadTo(`/admin${outcome.to}`, { cookies: [kept, ...outcome.cookies] });
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/api/admin/auth/oidc/logout',
      summary: "Receive a logout token of the organisation's provider (OpenID Connect Back-Channel Logout 1.0)",
      access: 'open',
      changes: 'server',
      body: { type: 'application/x-www-form-urlencoded', unread: object({ logout_token: parameter }) },
      result: dataResult(object({ loggedOut: flag() })),
      async handle({ readStream, ip }) {
        const provider = getProviderSignIn();
        await provider.endSessions({ token: await readLogoutForm(readStream), ip });
        return { data: { loggedOut: true } };
      },
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/api/admin/users/:id/provider',
      needsFreshProof: true,
      summary: "Let a user belong to nobody at the organisation's provider, which ends all of the user's sessions",
      access: 'admin',
      changes: 'server',
      result: recordResult(USER),
      async handle({ params: { id }, ifMatch, actor }) {
        const written = await writer.write(leaveProvider({ id, ifMatch }), actor);
        return answerRecord(firstEntry<'user'>(written), showUser);
      },
    }),
  ];
}

const leadTo = (url: string, more: Pick<Answer, 'cookies' | 'isFailedAttempt'>): Answer => ({
  ...{ status: 302, raw: `See ${url}\n`, type: TEXT, headers: { Location: url } },
  ...more,
});

/** Back to the log-in screen, which says why. */
const leadBack = (to: string, refused: ProviderRefusal): Answer =>
  leadTo(`/admin/login?${new URLSearchParams({ refused, ...(to !== '/' && { to }) })}`, { isFailedAttempt: true });

/** The ticket comes after `#`, so that it reaches no log. */
function leadToNextStep({ to, nextStep, cookies }: Extract<ProviderOutcome, { nextStep: unknown }>): Answer {
  const search = new URLSearchParams({ refused: nextStep.reason, ...(to !== '/' && { to }) });
  const ticket = nextStep.reason === 'needsCode' ? `#${nextStep.ticket}` : '';
  return leadTo(`/admin/login?${search}${ticket}`, { cookies });
}

async function readLogoutForm(readStream: Call['readStream']): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of readStream({ maxBytes: MAX_FORM_BYTES })) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString('latin1')).get('logout_token') ?? '';
}
