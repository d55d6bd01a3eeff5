import { resolve } from 'node:path';
import { deepFreeze } from './lib/json/deepFreeze.ts';
import type { MediaConfig } from './model/media/mediaConfig.ts';
import type { OtherRefs } from './model/remoteAddress.ts';
import { findNestedFolders } from './nestedFolders.ts';
import { VARIABLES, type Variable } from './variables.ts';

export { VARIABLES };

/** How this server is set up: what the environment says, checked and typed. Frozen. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly contentDir: string;
  /** Absolute. */
  readonly privateDir: string;
  /** The branch the server writes to; null: whichever is checked out. */
  readonly gitBranch: string | null;
  /** The git host; null: commits stay here. */
  readonly gitHost: GitHostConfig | null;
  /** Without a slash at its end. */
  readonly siteUrl: string;
  /** Null: the server makes one and keeps it in `privateDir`. */
  readonly jwtSecret: string | null;
  /** The first admin, made when there is no user. */
  readonly firstAdmin: { readonly email: string; readonly password: string } | null;
  readonly media: MediaConfig;
  /** Whether log-in, set-up and uploads are limited. */
  readonly limitRates: boolean;
  /** Public requests per minute and address; null: as many as come. */
  readonly publicRateLimit: number | null;
  readonly allowPrivateWebhooks: boolean;
  readonly authorEmail: 'real' | 'private';
  /** The origins that browsers may use the admin interface from. */
  readonly corsOrigins: readonly string[];
  /** How many proxies in front may be believed about the caller's address. */
  readonly trustedProxies: number;
  readonly cache: CacheConfig;
  /** The front end's page that previews, with `{path}`, `{locale}`, `{token}`, `{ref}`; null: there is none. */
  readonly previewUrl: string | null;
  /** Whether the editor's interface is at `/admin`. */
  readonly servesUi: boolean;
  readonly logLevel: LogLevel;
  readonly readOnly: boolean;
  readonly isProduction: boolean;
  /** Whether GraphQL answers introspection and suggests names. */
  readonly tellsSchema: boolean;
}

/** Where commits go to and come from. */
export interface GitHostConfig {
  /** A remote's name or an address: see `readRemote`. */
  readonly remote: string;
  /** The host's branches to take from; empty: the one of the same name. */
  readonly upstream: readonly string[];
  /** What is fetched beside them. */
  readonly fetches: OtherRefs;
  /** Between looks at the host; 0: only when told. */
  readonly intervalSeconds: number;
  readonly token: string | null;
  /** The secret of the host's webhook; null: the webhook is not answered. */
  readonly hookSecret: string | null;
}

/** The Cache-Control of public answers, in seconds. */
export interface CacheConfig {
  readonly maxAgeSeconds: number;
  readonly sharedMaxAgeSeconds: number;
  readonly staleSeconds: number;
}

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/** Everything that is wrong with the environment, one line each. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

type Env = Readonly<Record<string, string | undefined>>;
type Value<V extends Variable> =
  | Exclude<ReturnType<V['parse']>, undefined>
  | (V['default'] extends null ? null : never);
type Values = { readonly [K in keyof typeof VARIABLES]: Value<(typeof VARIABLES)[K]> };

/** The configuration that `env` describes, folders resolved against `cwd`; throws one ConfigError that lists everything wrong. */
export function readConfig(env: Env, cwd: string): Config {
  const { values, problems } = readVariables(env);
  const all = [...problems, ...findMissing(env)];
  if (all.length > 0) throw new ConfigError(all);
  const config = toConfig(values, cwd);
  const nested = findNestedFolders(config);
  if (nested.length > 0) throw new ConfigError(nested);
  return deepFreeze(config);
}

function readVariables(env: Env): { values: Values; problems: string[] } {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries<Variable>(VARIABLES)) {
    // An empty value counts as absent: that is what `NAME=` in a file of variables means to say.
    const text = textOf(env[name], variable);
    const value = text === null ? null : variable.parse(text);
    if (value === undefined) problems.push(`${name} ${shown(variable, text)}, but should be ${variable.expected}`);
    values[name] = value ?? null;
  }
  // Each value was made by its own row's parser.
  return { values: values as Values, problems };
}

function textOf(value: string | undefined, { secret, default: fallback }: Variable): string | null {
  if (!value?.trim()) return fallback;
  return secret ? value : value.trim();
}

const shown = ({ secret }: Variable, text: string | null): string =>
  secret ? `has ${Buffer.byteLength(text ?? '')} bytes` : `is ${JSON.stringify(text)}`;

const S3_REQUIRED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];

/** Variables that must be there because of what another one says. */
const NEEDS: readonly { readonly when: (env: Env) => string | false; readonly names: readonly string[] }[] = [
  { when: (env) => env['MEDIA_STORAGE'] === 's3' && 'MEDIA_STORAGE is "s3"', names: S3_REQUIRED },
  { when: (env) => env['MEDIA_STORAGE'] === 'local' && 'MEDIA_STORAGE is "local"', names: ['MEDIA_DIR'] },
  { when: (env) => Boolean(env['QUIRE_ADMIN_EMAIL']) && 'QUIRE_ADMIN_EMAIL is set', names: ['QUIRE_ADMIN_PASSWORD'] },
  {
    when: (env) => Boolean(env['QUIRE_ADMIN_PASSWORD']) && 'QUIRE_ADMIN_PASSWORD is set',
    names: ['QUIRE_ADMIN_EMAIL'],
  },
  ...['GIT_UPSTREAM', 'GIT_HOOK_SECRET'].map((name) => ({
    when: (env: Env) => Boolean(env[name]?.trim()) && `${name} is set`,
    names: ['GIT_REMOTE'],
  })),
];

const findMissing = (env: Env): string[] =>
  NEEDS.flatMap(({ when, names }) => {
    const reason = when(env);
    if (reason === false) return [];
    return names
      .filter((name) => !env[name]?.trim())
      .map((name) => `${name} is missing, but should be set because ${reason}`);
  });

/** What `findMissing` has proved to be there is claimed by `!`. */
function toConfig(values: Values, cwd: string): Config {
  return {
    port: values.PORT,
    host: values.HOST,
    contentDir: resolve(cwd, values.CONTENT_DIR),
    privateDir: resolve(cwd, values.PRIVATE_DIR),
    gitBranch: values.GIT_BRANCH,
    gitHost: toGitHost(values),
    siteUrl: values.SITE_URL,
    jwtSecret: values.JWT_SECRET,
    firstAdmin:
      values.QUIRE_ADMIN_EMAIL === null
        ? null
        : { email: values.QUIRE_ADMIN_EMAIL, password: values.QUIRE_ADMIN_PASSWORD! },
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

const toGitHost = (values: Values): GitHostConfig | null =>
  values.GIT_REMOTE === null
    ? null
    : {
        remote: values.GIT_REMOTE,
        upstream: values.GIT_UPSTREAM ?? [],
        fetches: values.GIT_FETCH,
        intervalSeconds: values.GIT_SYNC_INTERVAL,
        token: values.GIT_TOKEN,
        hookSecret: values.GIT_HOOK_SECRET,
      };

function toMedia(values: Values, cwd: string): MediaConfig {
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
