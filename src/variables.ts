import { trimEnd } from './lib/text/trimEnds.ts';
import { isBranchName, readRemote } from './model/remoteAddress.ts';

/** One environment variable: a row of the table in `docs/variables.md`, of `.env.example` and of `readConfig`. */
export interface Variable<T = unknown> {
  /** As it would be written; null for unset. */
  readonly default: string | null;
  /** Completes "NAME is …, but should be …". */
  readonly expected: string;
  readonly about: string;
  /** Never shown, not even in an error. */
  readonly secret?: boolean;
  /** Returns the value, or undefined if the text is not as expected. */
  parse(text: string): T | undefined;
}

type VariableType<T> = Pick<Variable<T>, 'expected' | 'parse'>;

const text: VariableType<string> = { expected: 'a text', parse: (value) => value };

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

const flag: VariableType<boolean> = {
  expected: '"true" or "false"',
  parse: (value) => FLAGS.get(value.toLowerCase()),
};

const integerVariable = (min: number, max: number): VariableType<number> => ({
  expected: `a whole number from ${min} to ${max}`,
  parse: (value) =>
    /^\d{1,10}$/.test(value) && Number(value) >= min && Number(value) <= max ? Number(value) : undefined,
});

const choiceVariable = <const V extends string>(...values: readonly V[]): VariableType<V> => ({
  expected: values
    .map((value) => `"${value}"`)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1'),
  parse: (value) => values.find((known) => known === value),
});

const address: VariableType<string> = {
  expected: 'an http or https URL without query, such as "https://example.org"',
  parse: (value) => {
    const url = URL.canParse(value) ? new URL(value) : null;
    const isPlain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password;
    return isPlain ? trimEnd(url.href, /\//) : undefined;
  },
};

/** An address with placeholders in braces for a page; its host is the same for all pages. */
const preview: VariableType<string> = {
  expected:
    'an http or https URL with {path}, {locale}, {token} or {ref} after its host, such as "https://example.org{path}?token={token}"',
  parse: (value) => {
    const [host = ''] = value.split('{');
    const filled = value.replaceAll('{path}', '/x').replaceAll(/\{(?:locale|token|ref)\}/g, 'x');
    if (!URL.canParse(host) || !URL.canParse(filled) || /[{}]/.test(filled)) return undefined;
    const { origin, protocol, username, password } = new URL(filled);
    const isPlain = /^https?:$/.test(protocol) && !username && !password && new URL(host).origin === origin;
    return isPlain ? value : undefined;
  },
};

const origins: VariableType<readonly string[]> = {
  expected: 'origins separated by commas, such as "https://admin.example.org,http://localhost:5173"',
  parse: (value) => {
    const list = value.split(',').map((origin) => origin.trim().replace(/\/$/, ''));
    return list.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin) ? list : undefined;
  },
};

const proxies: VariableType<number> = {
  expected: '"false", "true" (one proxy) or the number of proxies in front (at most 10)',
  parse: (value) => {
    const isTrusted = flag.parse(value);
    return isTrusted === undefined ? integerVariable(2, 10).parse(value) : Number(isTrusted);
  },
};

const email: VariableType<string> = {
  expected: 'an e-mail address',
  parse: (value) => (/^[^\s@<>]+@[^\s@<>]+$/.test(value) && value.length <= 254 ? value : undefined),
};

/** In hooks and in some shells, git's variable of the same name holds an address, which Quire ignores. */
const authorEmail: VariableType<'real' | 'private'> = {
  ...choiceVariable('real', 'private'),
  parse: (value) => (email.parse(value) ? 'real' : choiceVariable('real', 'private').parse(value)),
};

const bytes = (min: number, max: number, expected: string): VariableType<string> => ({
  expected,
  parse: (value) => (Buffer.byteLength(value) >= min && Buffer.byteLength(value) <= max ? value : undefined),
});

const perMinute: VariableType<number | null> = {
  expected: '"off" or a number of requests from 1 to 1000000',
  parse: (value) => (value === 'off' ? null : integerVariable(1, 1_000_000).parse(value)),
};

const password: VariableType<string> = {
  expected: 'at least 8 characters and at most 72 bytes',
  parse: (value) => ([...value].length >= 8 && Buffer.byteLength(value) <= 72 ? value : undefined),
};

const remote: VariableType<string> = {
  expected: 'the name of a remote, or an https, ssh or file URL, such as "https://github.com/owner/site.git"',
  parse: (value) => (readRemote(value.trim()) ? value.trim() : undefined),
};

const branch: VariableType<string> = {
  expected: 'the name of a branch, such as "main"',
  parse: (value) => (isBranchName(value) ? value : undefined),
};

const branches: VariableType<readonly string[]> = {
  expected: 'names of branches separated by commas, such as "main,content"',
  parse: (value) => {
    const names = value.split(',').map((name) => name.trim());
    return names.every(isBranchName) && names.length <= 10 ? [...new Set(names)] : undefined;
  },
};

/** A token; blanks around it are removed, because a file it comes from ends with a line break. */
const token: VariableType<string> = {
  expected: 'a token of at most 4096 bytes',
  parse: (value) => (/^[\x21-\x7e]{1,4096}$/.test(value.trim()) ? value.trim() : undefined),
};

const seconds = integerVariable(0, 31_536_000);
const levels = choiceVariable('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent');

/** Every variable that Quire reads. */
export const VARIABLES = {
  PORT: { ...integerVariable(0, 65_535), default: '3000', about: 'The port to listen on; 0 picks any free one.' },
  HOST: { ...text, default: '127.0.0.1', about: 'The address to listen on; 0.0.0.0 for all.' },
  CONTENT_DIR: {
    ...text,
    default: './content',
    about: 'The content folder. Commits go to the git repository around it, or to one created in it.',
  },
  PRIVATE_DIR: {
    ...text,
    default: './.quire',
    about:
      'The folder for users, keys, secrets, delivery state and caches. Never commit it; in production, put it outside the working tree.',
  },
  GIT_BRANCH: {
    ...branch,
    default: null,
    about: 'The branch to write to; while another one is checked out, Quire is read-only.',
  },
  GIT_REMOTE: {
    ...remote,
    default: null,
    secret: true,
    about: 'The git host to sync with: the name of a remote or a URL. Unset: commits stay on this machine.',
  },
  GIT_UPSTREAM: {
    ...branches,
    default: null,
    about: "The host's branches to merge from, separated by commas. Unset: the one of the same name.",
  },
  GIT_FETCH: {
    ...choiceVariable('upstream', 'branches', 'requests'),
    default: 'branches',
    about:
      'What to fetch from the git host: only GIT_UPSTREAM (upstream), all branches (branches), or also the latest 100 pull or merge requests (requests).',
  },
  GIT_SYNC_INTERVAL: {
    ...integerVariable(0, 86_400),
    default: '60',
    about: 'Seconds between fetches from the git host; 0: only when its webhook or a person asks for one.',
  },
  GIT_TOKEN: {
    ...token,
    default: null,
    secret: true,
    about: "The token for an https git host. Unset: git's credential helper of the user that Quire runs as.",
  },
  GIT_HOOK_SECRET: {
    ...bytes(16, 4096, 'at least 16 bytes'),
    default: null,
    secret: true,
    about: "The secret of the git host's webhook to /api/hooks/git, at least 16 bytes. Unset: the webhook is refused.",
  },
  SITE_URL: {
    ...address,
    default: 'http://localhost:3000',
    about: 'The public address of the site; absolute URLs begin with it.',
  },
  JWT_SECRET: {
    ...bytes(32, 4096, 'at least 32 bytes'),
    default: null,
    secret: true,
    about: 'The secret that signs sessions, at least 32 bytes. Unset: generated once and kept in PRIVATE_DIR.',
  },
  QUIRE_ADMIN_EMAIL: {
    ...email,
    default: null,
    about: 'The e-mail address of the first admin, who is created if there is no user. Needs QUIRE_ADMIN_PASSWORD.',
  },
  QUIRE_ADMIN_PASSWORD: {
    ...password,
    default: null,
    secret: true,
    about: 'The password of the first admin, at least 8 characters and at most 72 bytes.',
  },
  MEDIA_STORAGE: {
    ...choiceVariable('git', 'local', 's3'),
    default: 'git',
    about: 'Where media files go: git (committed beside their records), local (MEDIA_DIR) or s3 (S3_*).',
  },
  MEDIA_DIR: {
    ...text,
    default: null,
    about: 'The folder for media files if MEDIA_STORAGE is local, outside of CONTENT_DIR and PRIVATE_DIR.',
  },
  S3_ENDPOINT: { ...address, default: null, about: 'The URL of the S3 service.' },
  S3_BUCKET: { ...text, default: null, about: 'The bucket for media files.' },
  S3_REGION: { ...text, default: 'us-east-1', about: 'The region that requests are signed for.' },
  S3_ACCESS_KEY_ID: { ...text, default: null, about: 'The access key.' },
  S3_SECRET_ACCESS_KEY: { ...text, default: null, secret: true, about: 'The secret of the access key.' },
  S3_PUBLIC_URL: {
    ...address,
    default: null,
    about: 'The public URL of the bucket. Unset: Quire serves the files.',
  },
  RATE_LIMIT_ENABLED: {
    ...flag,
    default: 'true',
    about: 'Limits log-ins, set-up and uploads by address and account.',
  },
  RATE_LIMIT_PUBLIC: { ...perMinute, default: 'off', about: 'Public requests per minute and address, or off.' },
  WEBHOOK_ALLOW_PRIVATE: { ...flag, default: 'false', about: 'Allows webhooks to http addresses and private hosts.' },
  GIT_AUTHOR_EMAIL: {
    ...authorEmail,
    default: 'real',
    about:
      'The e-mail address in commits: real, or private (user-<id>@users.quire.invalid). An address is ignored, because git uses a variable of the same name for one.',
  },
  CORS_ORIGINS: {
    ...origins,
    default: null,
    about: 'The origins whose pages may use the admin interface, separated by commas.',
  },
  TRUST_PROXY: {
    ...proxies,
    default: 'false',
    about: 'Trusts X-Forwarded-For: true behind one proxy, otherwise the number of proxies.',
  },
  CACHE_MAX_AGE: { ...seconds, default: '60', about: 'Seconds that a browser may keep a public answer.' },
  CACHE_S_MAXAGE: { ...seconds, default: '600', about: 'Seconds that a shared cache may keep a public answer.' },
  CACHE_SWR: {
    ...seconds,
    default: '3600',
    about: 'Seconds that a cache may serve a stale public answer while it fetches a new one.',
  },
  GRAPHQL_INTROSPECTION: {
    ...choiceVariable('development', 'true', 'false'),
    default: 'development',
    about: 'Whether GraphQL shows its schema and suggests names: true, false, or development for only there.',
  },
  PREVIEW_URL: {
    ...preview,
    default: null,
    about: "The front end's preview page, with {path}, {locale}, {token} and {ref}: see docs/preview.md.",
  },
  ADMIN_UI: { ...flag, default: 'true', about: "Serves the editor's interface at /admin; / leads there." },
  LOG_LEVEL: { ...levels, default: 'info', about: 'fatal, error, warn, info, debug, trace or silent.' },
  READ_ONLY: {
    ...flag,
    default: 'false',
    about: 'Refuses every write with 503 and writes nothing to the repository.',
  },
  NODE_ENV: {
    ...text,
    default: 'development',
    about: 'production, or anything else for development.',
  },
} as const satisfies Readonly<Record<string, Variable>>;

/** Writes `.env.example`: each variable with its purpose and default. */
export function toEnvExample(): string {
  const rows = Object.entries<Variable>(VARIABLES).map(
    ([name, row]) => `# ${row.about}\n${row.default === null ? `#${name}=` : `${name}=${row.default}`}\n`,
  );
  return `# Every variable with its default: \`node --env-file=.env dist/main.js serve\`\n\n${rows.join('\n')}`;
}
