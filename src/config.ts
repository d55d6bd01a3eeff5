import { resolve } from 'node:path';
import { deepFreeze } from './lib/json/deepFreeze.ts';
import type { MailConfig } from './model/address/mailConfig.ts';
import type { OtherRefs } from './model/address/remoteAddress.ts';
import type { MediaConfig } from './model/media/mediaConfig.ts';
import type { ProviderConfig } from './model/signIn/providerConfig.ts';
import { findNestedFolders } from './nestedFolders.ts';
import { readSecretFiles } from './secretFiles.ts';
import { VARIABLES } from './variables.ts';
import type { Variable } from './variableTypes.ts';

export { VARIABLES };

/** The server's settings from the environment, checked, typed and frozen. */
export interface ServerConfig {
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly contentDir: string;
  /** Absolute. */
  readonly privateDir: string;
  /** Where the site's own code is; null if there is none. */
  readonly siteCode: SiteCodeConfig | null;
  /** The branch the server writes to; null for whichever is checked out. */
  readonly gitBranch: string | null;
  /** The git host; null if commits stay on this machine. */
  readonly gitHost: GitHostConfig | null;
  /** Without a trailing slash. */
  readonly siteUrl: string;
  /** If null, the server generates one and keeps it in `privateDir`. */
  readonly jwtSecret: string | null;
  /** The first admin, created if there is no user. */
  readonly firstAdmin: { readonly email: string; readonly password: string } | null;
  /** Null if no mails can be sent. */
  readonly mail: MailConfig | null;
  /** The organisation's own sign-in; null if there is none. */
  readonly provider: ProviderConfig | null;
  readonly media: MediaConfig;
  /** Whether log-in, set-up and uploads are limited. */
  readonly limitRates: boolean;
  /** Public requests per minute and address; null for no limit. */
  readonly publicRateLimit: number | null;
  readonly allowPrivateWebhooks: boolean;
  readonly authorEmail: 'real' | 'private';
  /** The origins that browsers may use the admin interface from. */
  readonly corsOrigins: readonly string[];
  /** How many proxies in front are trusted to name the caller's address. */
  readonly trustedProxies: number;
  readonly cache: CacheConfig;
  /** The front end's preview page, with `{path}`, `{locale}`, `{token}` and `{ref}`; null if there is none. */
  readonly previewUrl: string | null;
  /** Whether the editor's interface is served at `/admin`. */
  readonly servesUi: boolean;
  readonly logLevel: LogLevel;
  readonly readOnly: boolean;
  readonly isProduction: boolean;
  /** Whether GraphQL answers introspection and suggests names. */
  readonly tellsSchema: boolean;
}

/** Where the site's own code is read from. */
export interface SiteCodeConfig {
  /** Absolute. */
  readonly path: string;
  /** Whether it may be in the working tree that is synced with the git host. */
  readonly mayComeFromRepository: boolean;
}

/** The git host that commits are pushed to and fetched from. */
export interface GitHostConfig {
  /** A remote's name or an address: see `readRemote`. */
  readonly remote: string;
  /** The host's branches to merge from; empty for the one of the same name. */
  readonly upstream: readonly string[];
  /** What else is fetched. */
  readonly fetches: OtherRefs;
  /** The time between fetches; 0 to fetch only when asked. */
  readonly intervalSeconds: number;
  readonly token: string | null;
  /** The secret of the host's webhook; null to refuse the webhook. */
  readonly hookSecret: string | null;
  /** The address of its interface, without a trailing slash; null if it follows from the remote's. */
  readonly api: string | null;
  /** What the host is; null if that follows from its address. */
  readonly kind: 'github' | 'gitlab' | 'gitea' | 'forgejo' | null;
}

/** The Cache-Control of public answers, in seconds. */
export interface CacheConfig {
  readonly maxAgeSeconds: number;
  readonly sharedMaxAgeSeconds: number;
  readonly staleSeconds: number;
}

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/** All problems of the environment, one line each. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is invalid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

type EnvVariables = Readonly<Record<string, string | undefined>>;
type VariableValue<V extends Variable> =
  | Exclude<ReturnType<V['parse']>, undefined>
  | (V['default'] extends null ? null : never);
type VariableValues = { readonly [K in keyof typeof VARIABLES]: VariableValue<(typeof VARIABLES)[K]> };

/**
 * Reads the configuration from `env`, with folders resolved against `cwd`.
 *
 * @throws ConfigError that lists every problem
 */
export function readServerConfig(env: EnvVariables, cwd: string): ServerConfig {
  const known = readSecretFiles(env, cwd);
  const { values, problems } = readVariables(known.env);
  const all = [...known.problems, ...problems, ...findMissingVariables(known.env)];
  if (all.length > 0) throw new ConfigError(all);
  const config = toConfig(values, cwd);
  const nested = findNestedFolders(config);
  if (nested.length > 0) throw new ConfigError(nested);
  return deepFreeze(config);
}

function readVariables(env: EnvVariables): { values: VariableValues; problems: string[] } {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries<Variable>(VARIABLES)) {
    // An empty value counts as unset: that is what `NAME=` in an env file means.
    const text = variableText(env[name], variable);
    const value = text === null ? null : variable.parse(text);
    if (value === undefined) problems.push(`${name} ${shown(variable, text)}, but should be ${variable.expected}`);
    values[name] = value ?? null;
  }
  // Each value was made by its own row's parser.
  return { values: values as VariableValues, problems };
}

function variableText(value: string | undefined, { secret, default: fallback }: Variable): string | null {
  if (!value?.trim()) return fallback;
  return secret ? value : value.trim();
}

const shown = ({ secret }: Variable, text: string | null): string =>
  secret ? `has ${Buffer.byteLength(text ?? '')} bytes` : `is ${JSON.stringify(text)}`;

const S3_REQUIRED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];

/** A variable that needs others once it is set, or set to a certain value. */
interface RequiredVariables {
  readonly name: string;
  readonly value?: string;
  readonly needs: readonly string[];
}

const NEEDS: readonly RequiredVariables[] = [
  { name: 'MEDIA_STORAGE', value: 's3', needs: S3_REQUIRED },
  { name: 'MEDIA_STORAGE', value: 'local', needs: ['MEDIA_DIR'] },
  { name: 'QUIRE_ADMIN_EMAIL', needs: ['QUIRE_ADMIN_PASSWORD'] },
  { name: 'QUIRE_ADMIN_PASSWORD', needs: ['QUIRE_ADMIN_EMAIL'] },
  { name: 'SMTP_URL', needs: ['MAIL_FROM'] },
  { name: 'MAIL_FROM', needs: ['SMTP_URL'] },
  { name: 'OIDC_ISSUER', needs: ['OIDC_CLIENT_ID'] },
  ...['OIDC_CLIENT_ID', 'OIDC_ROLES', 'OIDC_DOMAINS'].map((name) => ({ name, needs: ['OIDC_ISSUER'] })),
  ...['true', '1'].map((value) => ({ name: 'OIDC_ONLY', value, needs: ['OIDC_ISSUER'] })),
  { name: 'GIT_UPSTREAM', needs: ['GIT_REMOTE'] },
  { name: 'GIT_HOOK_SECRET', needs: ['GIT_REMOTE'] },
  { name: 'GIT_HOST_API', needs: ['GIT_REMOTE', 'GIT_TOKEN'] },
  { name: 'GIT_HOST_KIND', needs: ['GIT_REMOTE'] },
];

const findMissingVariables = (env: EnvVariables): string[] =>
  NEEDS.flatMap(({ name, value, needs }) => {
    const present = env[name]?.trim();
    if (!present || (value !== undefined && value !== present)) return [];
    const reason = value === undefined ? `${name} is set` : `${name} is "${value}"`;
    return needs
      .filter((needed) => !env[needed]?.trim())
      .map((needed) => `${needed} is missing, but should be set because ${reason}`);
  });

/** Converts the values to the configuration. `!` marks values that `findMissingVariables` has checked. */
function toConfig(values: VariableValues, cwd: string): ServerConfig {
  return {
    port: values.PORT,
    host: values.HOST,
    contentDir: resolve(cwd, values.CONTENT_DIR),
    privateDir: resolve(cwd, values.PRIVATE_DIR),
    siteCode:
      values.QUIRE_CONFIG === null
        ? null
        : {
            path: resolve(cwd, values.QUIRE_CONFIG),
            mayComeFromRepository: values.QUIRE_CONFIG_FROM_REPOSITORY,
          },
    gitBranch: values.GIT_BRANCH,
    gitHost: toGitHost(values),
    siteUrl: values.SITE_URL,
    jwtSecret: values.JWT_SECRET,
    firstAdmin:
      values.QUIRE_ADMIN_EMAIL === null
        ? null
        : { email: values.QUIRE_ADMIN_EMAIL, password: values.QUIRE_ADMIN_PASSWORD! },
    mail: values.SMTP_URL === null ? null : { server: values.SMTP_URL, from: values.MAIL_FROM! },
    provider: toProvider(values),
    media: toMedia(values, cwd),
    limitRates: values.RATE_LIMIT_ENABLED,
    publicRateLimit: values.RATE_LIMIT_PUBLIC,
    allowPrivateWebhooks: values.WEBHOOK_ALLOW_PRIVATE,
    authorEmail: values.GIT_AUTHOR_EMAIL,
    corsOrigins: values.CORS_ORIGINS ?? [],
    trustedProxies: values.TRUST_PROXY,
    cache: {
      maxAgeSeconds: values.CACHE_MAX_AGE,
      sharedMaxAgeSeconds: values.CACHE_S_MAXAGE,
      staleSeconds: values.CACHE_SWR,
    },
    servesUi: values.ADMIN_UI,
    previewUrl: values.PREVIEW_URL,
    logLevel: values.LOG_LEVEL,
    readOnly: values.READ_ONLY,
    isProduction: values.NODE_ENV === 'production',
    tellsSchema:
      values.GRAPHQL_INTROSPECTION === 'development'
        ? values.NODE_ENV !== 'production'
        : values.GRAPHQL_INTROSPECTION === 'true',
  };
}

const toGitHost = (values: VariableValues): GitHostConfig | null =>
  values.GIT_REMOTE === null
    ? null
    : {
        remote: values.GIT_REMOTE,
        upstream: values.GIT_UPSTREAM ?? [],
        fetches: values.GIT_FETCH,
        intervalSeconds: values.GIT_SYNC_INTERVAL,
        token: values.GIT_TOKEN,
        hookSecret: values.GIT_HOOK_SECRET,
        api: values.GIT_HOST_API,
        kind: values.GIT_HOST_KIND,
      };

const toProvider = (values: VariableValues): ProviderConfig | null =>
  values.OIDC_ISSUER === null
    ? null
    : {
        issuer: values.OIDC_ISSUER,
        clientId: values.OIDC_CLIENT_ID!,
        clientSecret: values.OIDC_CLIENT_SECRET,
        name: values.OIDC_NAME ?? new URL(values.OIDC_ISSUER).hostname,
        scopes: [...new Set(['openid', ...values.OIDC_SCOPES])],
        roles: values.OIDC_ROLES,
        domains: values.OIDC_DOMAINS ?? [],
        isOnly: values.OIDC_ONLY,
      };

function toMedia(values: VariableValues, cwd: string): MediaConfig {
  if (values.MEDIA_STORAGE === 'local') return { storage: 'local', dir: resolve(cwd, values.MEDIA_DIR!) };
  if (values.MEDIA_STORAGE !== 's3') return { storage: 'git' };
  return {
    storage: 's3',
    s3: {
      endpoint: values.S3_ENDPOINT!,
      bucket: values.S3_BUCKET!,
      region: values.S3_REGION,
      accessKeyId: values.S3_ACCESS_KEY_ID!,
      secretAccessKey: values.S3_SECRET_ACCESS_KEY!,
      publicUrl: values.S3_PUBLIC_URL,
    },
  };
}
