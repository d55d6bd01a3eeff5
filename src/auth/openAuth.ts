import type { User } from '../model/entities/user.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import type { ProviderConfig } from '../model/signIn/providerConfig.ts';
import type { Action } from '../write/action.ts';
import { createUser } from '../write/record/user.ts';
import type { AuditLog } from './audit/auditLog.ts';
import { type Credentials, createCredentials } from './credentials.ts';
import type { AuthorEmail } from './identity.ts';
import { type KnownAddresses, openKnownAddresses } from './knownAddresses.ts';
import { type LastUse, openLastUse } from './lastUse.ts';
import { createPasswords, type PasswordOptions, type Passwords } from './password/passwords.ts';
import { offerProvider } from './provider/account.ts';
import { openProviderSignIn } from './provider/openProviderSignIn.ts';
import type { ProviderSignIn } from './provider/providerSignIn.ts';
import type { Roles } from './roles.ts';
import { openSavedViews, type SavedViewStore } from './savedViews.ts';
import { createSealer, type Sealer } from './sealer.ts';
import { loadSecret } from './secret.ts';
import { openPreviewSessions, type PreviewSessions } from './session/previewSessions.ts';
import { createSessionCookie, type SessionCookie } from './session/sessionCookie.ts';
import { openSessionNotes, type SessionNotes } from './session/sessionNotes.ts';
import { openSessions, type Sessions } from './session/sessions.ts';
import { createTokens, type Tokens } from './session/tokens.ts';
import { createSetup, type Setup } from './setup.ts';
import { openSignIn, type SignInMethods } from './signIn/openSignIn.ts';
import type { OfferWays } from './signIn/ways.ts';

/** All parts that find out who is calling. */
export interface Auth extends SignInMethods {
  readonly addresses: KnownAddresses;
  /** Null if there is no provider. */
  readonly providerSignIn: ProviderSignIn | null;
  readonly audit: AuditLog;
  readonly cookie: SessionCookie;
  readonly credentials: Credentials;
  readonly lastUse: LastUse;
  readonly passwords: Passwords;
  readonly previews: PreviewSessions;
  /** For mails that wait to be sent. */
  readonly mailSealer: Sealer;
  readonly roles: Roles;
  readonly sessions: Sessions;
  readonly notes: SessionNotes;
  readonly setup: Setup;
  readonly tokens: Tokens;
  readonly views: SavedViewStore;
  close(): Promise<void>;
}

interface Options {
  readonly lookup: Lookup;
  readonly roles: Roles;
  readonly privateDir: string;
  readonly audit: AuditLog;
  readonly clock: () => Date;
  /** If null, a secret is made once and kept in the private folder. */
  readonly jwtSecret: string | null;
  readonly authorEmail: AuthorEmail;
  readonly siteUrl: string;
  readonly passwords?: PasswordOptions | undefined;
  /** What the server offers beyond log-in by password. */
  offerWays: OfferWays;
  readonly provider: ProviderConfig | null;
  /** Writes a user, who is in the store when it resolves. */
  writeUser(action: Action): Promise<Entry<User>>;
  onError(error: unknown): void;
  /** Called with what is behind a refusal of the provider, or of what it says. */
  onProviderRefusal(cause: unknown): void;
}

export async function openAuth(options: Options): Promise<Auth> {
  const { lookup, roles, privateDir, audit, clock, authorEmail, siteUrl, onError, provider, writeUser } = options;
  const passwords = createPasswords(options.passwords);
  const secret = await loadSecret(privateDir, options.jwtSecret);
  const tokens = createTokens({ secret, clock });
  const cookie = createSessionCookie({ siteUrl, tokens });
  const sessions = await openSessions({ privateDir, clock });
  const notes = await openSessionNotes({ privateDir, clock, onError });
  const previews = await openPreviewSessions({ privateDir, clock, onError });
  const views = await openSavedViews({ privateDir, clock, onError });
  const lastUse = await openLastUse({ privateDir, clock, onError });
  const addresses = await openKnownAddresses({ lookup, privateDir, onError });
  const parts = { lookup, privateDir, siteUrl, clock, tokens, passwords, addresses, notes, audit, provider };
  const methods = await openSignIn({
    ...parts,
    offers: [options.offerWays, ...(provider ? [() => offerProvider(provider)] : [])],
  });
  const { signIn } = methods;
  return {
    ...methods,
    providerSignIn: provider && openProviderSignIn({ ...options, provider, secret, tokens, signIn, sessions }),
    addresses,
    audit,
    cookie,
    mailSealer: createSealer(secret, 'mail'),
    passwords,
    tokens,
    sessions,
    notes,
    previews,
    roles,
    views,
    lastUse,
    credentials: createCredentials({
      ...{ ...methods, lookup, roles, tokens, sessions, previews, lastUse, cookie, clock, authorEmail, provider },
      noteSession: notes.note,
    }),
    setup: createSetup({
      ...{ lookup, passwords },
      createUser: (user) => writeUser(createUser({ ...user, ...(provider?.isOnly && { breakGlass: true }) })),
    }),
    close: async () => {
      await Promise.all([addresses.close(), lastUse.close(), notes.close(), passwords.close()]);
    },
  };
}
