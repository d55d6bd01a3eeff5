import type { Actor } from '../../model/access.ts';
import type { Settings } from '../../model/entities/settings.ts';
import type { User } from '../../model/entities/user.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { readFields } from '../../model/fields/readFields.ts';
import { showTranslatedWords } from '../../model/record/words.ts';
import type { Kind, Records } from '../../model/records.ts';
import { siteLanguage } from '../../model/siteSettings.ts';

type ShowEntry<K extends Kind> = (entry: Entry<Records[K]>) => object;

export const showContentType: ShowEntry<'contentType'> = ({ id, data }) => ({
  id,
  name: data.name,
  slug: data.slug,
  description: data.description ?? null,
  fieldsSchema: data.fieldsSchema,
  regions: data.regions,
  defaultBlocks: data.defaultBlocks ?? null,
  settings: data.settings ?? null,
});

export const showBlockType: ShowEntry<'blockType'> = ({ id, data }) => ({
  id,
  name: data.name,
  slug: data.slug,
  description: data.description ?? null,
  fieldsSchema: data.fieldsSchema,
  icon: data.icon ?? null,
  category: data.category ?? null,
  settings: data.settings ?? null,
});

/** Adds to a type its rules, migrations and translated words, and its fields in one form, whatever the form of its schema: for editors. */
export const withReadFields =
  <K extends 'contentType' | 'blockType'>(show: ShowEntry<K>): ShowEntry<K> =>
  (entry) => {
    const { rules = [], migrations = [], fieldsSchema } = entry.data;
    const translations = showTranslatedWords(entry.data);
    const lists = { ...(rules.length > 0 && { rules }), ...(migrations.length > 0 && { migrations }) };
    return { ...show(entry), ...translations, ...lists, fields: readFields(fieldsSchema) };
  };

/** The address of somebody's picture, if they have one. */
export const showPicture = ({ id, data }: Pick<Entry<User>, 'id' | 'data'>): { readonly picture?: string } =>
  data.picture ? { picture: `/api/admin/users/${id}/picture?v=${data.picture}` } : {};

/** Shows a user, never with the hash of the password. */
export const showUser: ShowEntry<'user'> = ({ id, createdAt, data }) => ({
  id,
  email: data.email,
  name: data.name,
  role: data.role,
  ...(data.changesOnly && { changesOnly: true }),
  ...(data.provider && { hasProvider: true }),
  ...(data.breakGlass && { breakGlass: true }),
  ...showPicture({ id, data }),
  createdAt,
});

/** The same with what somebody has chosen for themselves. */
export const showProfile: ShowEntry<'user'> = (entry) => ({
  ...showUser(entry),
  ...(entry.data.language && { language: entry.data.language }),
  ...(entry.data.theme && { theme: entry.data.theme }),
});

interface InvitationFacts {
  readonly lookup: Pick<Lookup, 'get' | 'byKey'>;
  readonly now: Date;
  /** What has become of its mail; null if there is none. */
  readonly mail: 'pending' | 'delivered' | 'failed' | null;
}

/** Shows an invitation, never with what its link holds. */
export const showInvitation = (
  { id, createdAt, data }: Parameters<ShowEntry<'invitation'>>[0],
  { lookup, now, mail }: InvitationFacts,
): object => ({
  ...{ id, email: data.email, role: data.role, language: data.language ?? siteLanguage(lookup) },
  ...(data.changesOnly && { changesOnly: true }),
  ...{ createdAt, expiresAt: data.expiresAt, isExpired: data.expiresAt <= now.toISOString() },
  invitedBy: lookup.get('user', data.invitedBy ?? 0)?.data.name ?? null,
  mail,
});

type CallerFacts = Pick<Actor, 'id' | 'email' | 'name' | 'changesOnly'> & { readonly role: string };

/** Shows who has logged in. */
export const showWho = ({ id, email, name, role, changesOnly }: CallerFacts): object => ({
  ...{ id, email, name, role },
  ...(changesOnly && { changesOnly }),
});

/** The facts about a passkey. */
interface NotedPasskey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

export const showPasskey = ({ id, name, createdAt, lastUsedAt }: NotedPasskey): object => ({
  ...{ id, name, createdAt, lastUsedAt },
});

/** Shows what somebody signs in with, never with a secret. */
export const showFactors = ({
  totp,
  recoveryCodes,
  passkeys,
}: {
  readonly totp: { readonly createdAt: string } | null;
  readonly recoveryCodes: readonly string[];
  readonly passkeys: readonly NotedPasskey[];
}): object => ({
  totp: totp && { createdAt: totp.createdAt },
  recoveryCodesLeft: recoveryCodes.length,
  passkeys: passkeys.map(showPasskey),
});

/** The facts about a session. */
interface NotedSession {
  readonly id: string;
  readonly startedAt: string;
  readonly usedAt: string;
  readonly ip: string | null;
  readonly agent: string | null;
  readonly network: string | null;
  readonly method: string | null;
  readonly provedAt: string | null;
}

/** @param isCurrent whether it is the session of this request */
export const showSession = (session: NotedSession, isCurrent: boolean): object => {
  const { id, startedAt, usedAt, ip, agent, network, method, provedAt } = session;
  return { id, startedAt, usedAt, ip, network, agent, method, provedAt, isCurrent };
};

/**
 * Shows an API key, never with its hash. `lastUsedAt` is stored outside the record.
 *
 * @param owner the name of the user whose own it is
 */
export const showApiKey = (
  { id, createdAt, data }: Parameters<ShowEntry<'apiKey'>>[0],
  lastUsedAt: string | null,
  owner: string | null = null,
): object => ({
  id,
  name: data.name,
  keyPrefix: data.keyPrefix,
  permissions: data.permissions ?? null,
  ...(data.role !== undefined && { role: data.role }),
  ...(owner !== null && { owner }),
  ...(data.changesOnly && { changesOnly: true }),
  expiresAt: data.expiresAt ?? null,
  lastUsedAt,
  createdAt,
});

/** Read-only settings that come from the configuration of the server, not from the content. */
export interface SiteAddresses {
  readonly siteUrl: string;
  /** See `Config`. */
  readonly previewUrl: string | null;
}

/** The settings with the read-only addresses of the site. */
export const showSettings = (data: Settings, { siteUrl, previewUrl }: SiteAddresses): object => ({
  siteName: data.siteName,
  tagline: data.tagline,
  ...showTranslatedWords(data),
  logo: data.logo ?? null,
  footer: data.footer,
  social: data.social,
  defaultLocale: data.defaultLocale,
  supportedLocales: data.supportedLocales,
  ...(data.fallbacks && { fallbacks: data.fallbacks }),
  homeSlug: data.homeSlug,
  redirectOnRename: data.redirectOnRename,
  session: data.session,
  ids: data.ids,
  static: data.static,
  ...(data.images && { images: data.images }),
  siteUrl,
  previewUrl,
});
