import {
  addressVariable,
  authorEmailVariable,
  branchesVariable,
  branchVariable,
  bytesVariable,
  choiceVariable,
  domainsVariable,
  emailVariable,
  flagVariable,
  integerVariable,
  issuerVariable,
  levelsVariable,
  originsVariable,
  passwordVariable,
  perMinuteVariable,
  previewVariable,
  proxiesVariable,
  remoteVariable,
  roleRulesVariable,
  scopesVariable,
  secondsVariable,
  senderVariable,
  smtpVariable,
  textVariable,
  tokenVariable,
  type Variable,
} from './variableTypes.ts';

/** Every variable that Quire reads. */
export const VARIABLES = {
  PORT: { ...integerVariable(0, 65_535), default: '3000', about: 'The port to listen on; 0 picks any free one.' },
  HOST: { ...textVariable, default: '127.0.0.1', about: 'The address to listen on; 0.0.0.0 for all.' },
  CONTENT_DIR: {
    ...textVariable,
    default: './content',
    about: 'The content folder. Commits go to the git repository around it, or to one created in it.',
  },
  PRIVATE_DIR: {
    ...textVariable,
    default: './.quire',
    about:
      'The folder for users, keys, secrets, delivery state and caches. Never commit it; in production, put it outside the working tree.',
  },
  QUIRE_CONFIG: {
    ...textVariable,
    default: null,
    about:
      "The site's own code: the path of a quire.config.ts, .js or .mjs outside of CONTENT_DIR, read at a start. See docs/extend.md.",
  },
  QUIRE_CONFIG_FROM_REPOSITORY: {
    ...flagVariable,
    default: 'false',
    about:
      'Reads QUIRE_CONFIG even from the working tree that GIT_REMOTE writes to: whoever may push may then run code on this machine.',
  },
  GIT_BRANCH: {
    ...branchVariable,
    default: null,
    about: 'The branch to write to; while another one is checked out, Quire is read-only.',
  },
  GIT_REMOTE: {
    ...remoteVariable,
    default: null,
    secret: true,
    about: 'The git host to sync with: the name of a remote or a URL. Unset: commits stay on this machine.',
  },
  GIT_UPSTREAM: {
    ...branchesVariable,
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
    ...tokenVariable,
    default: null,
    secret: true,
    about: "The token for an https git host. Unset: git's credential helper of the user that Quire runs as.",
  },
  GIT_HOST_API: {
    ...addressVariable,
    default: null,
    about:
      'The address of the git host\'s interface, for pull and merge requests by GIT_TOKEN, if it does not follow from GIT_REMOTE: "https://git.example.org/api/v1".',
  },
  GIT_HOST_KIND: {
    ...choiceVariable('github', 'gitlab', 'gitea', 'forgejo'),
    default: null,
    about:
      'What the git host is: github, gitlab, gitea or forgejo. Unset: follows from its name or the path of GIT_HOST_API.',
  },
  GIT_HOOK_SECRET: {
    ...bytesVariable(16, 4096, 'at least 16 bytes'),
    default: null,
    secret: true,
    about: "The secret of the git host's webhook to /api/hooks/git, at least 16 bytes. Unset: the webhook is refused.",
  },
  SITE_URL: {
    ...addressVariable,
    default: 'http://localhost:3000',
    about: 'The public address of the site; absolute URLs begin with it.',
  },
  JWT_SECRET: {
    ...bytesVariable(32, 4096, 'at least 32 bytes'),
    default: null,
    secret: true,
    about: 'The secret that signs sessions, at least 32 bytes. Unset: generated once and kept in PRIVATE_DIR.',
  },
  QUIRE_ADMIN_EMAIL: {
    ...emailVariable,
    default: null,
    about: 'The e-mail address of the first admin, who is created if there is no user. Needs QUIRE_ADMIN_PASSWORD.',
  },
  QUIRE_ADMIN_PASSWORD: {
    ...passwordVariable,
    default: null,
    secret: true,
    about: 'The password of the first admin, at least 8 characters and at most 72 bytes.',
  },
  SMTP_URL: {
    ...smtpVariable,
    default: null,
    secret: true,
    about:
      'The mail server for invitations and new passwords: smtp://user:password@host:587 or smtps://host. Needs MAIL_FROM. Unset: links are shown to admins, who pass them on. See docs/sign-in.md.',
  },
  MAIL_FROM: {
    ...senderVariable,
    default: null,
    about: 'Who mails come from: an address, or a name and an address. Needs SMTP_URL.',
  },
  OIDC_ISSUER: {
    ...issuerVariable,
    default: null,
    about: "The issuer of the organisation's OpenID Connect provider, as it writes it: see docs/sign-in.md.",
  },
  OIDC_CLIENT_ID: { ...textVariable, default: null, about: 'What the provider knows Quire as.' },
  OIDC_CLIENT_SECRET: {
    ...tokenVariable,
    default: null,
    secret: true,
    about: 'The secret that Quire has from the provider. Unset: a public client.',
  },
  OIDC_NAME: {
    ...textVariable,
    default: null,
    about: 'What people call the provider: "Sign in with <name>". Unset: its host.',
  },
  OIDC_SCOPES: { ...scopesVariable, default: 'openid email profile', about: 'What to ask the provider for.' },
  OIDC_ROLES: {
    ...roleRulesVariable,
    default: null,
    about:
      "Who gets which role at each sign-in, by the provider's claims: groups:web-editors=editor. Unset: admins give the roles.",
  },
  OIDC_DOMAINS: {
    ...domainsVariable,
    default: null,
    about: 'The domains whose verified e-mail addresses need no account made by an admin.',
  },
  OIDC_ONLY: {
    ...flagVariable,
    default: 'false',
    about: 'Turns off every other way to sign in but the emergency account.',
  },
  MEDIA_STORAGE: {
    ...choiceVariable('git', 'local', 's3'),
    default: 'git',
    about: 'Where media files go: git (committed beside their records), local (MEDIA_DIR) or s3 (S3_*).',
  },
  MEDIA_DIR: {
    ...textVariable,
    default: null,
    about: 'The folder for media files if MEDIA_STORAGE is local, outside of CONTENT_DIR and PRIVATE_DIR.',
  },
  S3_ENDPOINT: { ...addressVariable, default: null, about: 'The URL of the S3 service.' },
  S3_BUCKET: { ...textVariable, default: null, about: 'The bucket for media files.' },
  S3_REGION: { ...textVariable, default: 'us-east-1', about: 'The region that requests are signed for.' },
  S3_ACCESS_KEY_ID: { ...textVariable, default: null, about: 'The access key.' },
  S3_SECRET_ACCESS_KEY: { ...textVariable, default: null, secret: true, about: 'The secret of the access key.' },
  S3_PUBLIC_URL: {
    ...addressVariable,
    default: null,
    about: 'The public URL of the bucket. Unset: Quire serves the files.',
  },
  RATE_LIMIT_ENABLED: {
    ...flagVariable,
    default: 'true',
    about: 'Limits log-ins, set-up and uploads by address and account.',
  },
  RATE_LIMIT_PUBLIC: { ...perMinuteVariable, default: 'off', about: 'Public requests per minute and address, or off.' },
  WEBHOOK_ALLOW_PRIVATE: {
    ...flagVariable,
    default: 'false',
    about: 'Allows webhooks to http addresses and private hosts.',
  },
  GIT_AUTHOR_EMAIL: {
    ...authorEmailVariable,
    default: 'real',
    about:
      'The e-mail address in commits: real, or private (user-<id>@users.quire.invalid). An address is ignored, because git uses a variable of the same name for one.',
  },
  CORS_ORIGINS: {
    ...originsVariable,
    default: null,
    about: 'The origins whose pages may use the admin interface, separated by commas.',
  },
  TRUST_PROXY: {
    ...proxiesVariable,
    default: 'false',
    about: 'Trusts X-Forwarded-For: true behind one proxy, otherwise the number of proxies.',
  },
  CACHE_MAX_AGE: { ...secondsVariable, default: '60', about: 'Seconds that a browser may keep a public answer.' },
  CACHE_S_MAXAGE: {
    ...secondsVariable,
    default: '600',
    about: 'Seconds that a shared cache may keep a public answer.',
  },
  CACHE_SWR: {
    ...secondsVariable,
    default: '3600',
    about: 'Seconds that a cache may serve a stale public answer while it fetches a new one.',
  },
  GRAPHQL_INTROSPECTION: {
    ...choiceVariable('development', 'true', 'false'),
    default: 'development',
    about: 'Whether GraphQL shows its schema and suggests names: true, false, or development for only there.',
  },
  PREVIEW_URL: {
    ...previewVariable,
    default: null,
    about: "The front end's preview page, with {path}, {locale}, {token} and {ref}: see docs/preview.md.",
  },
  ADMIN_UI: { ...flagVariable, default: 'true', about: "Serves the editor's interface at /admin; / leads there." },
  LOG_LEVEL: { ...levelsVariable, default: 'info', about: 'fatal, error, warn, info, debug, trace or silent.' },
  READ_ONLY: {
    ...flagVariable,
    default: 'false',
    about: 'Refuses every write with 503 and writes nothing to the repository.',
  },
  NODE_ENV: {
    ...textVariable,
    default: 'development',
    about: 'production, or anything else for development.',
  },
} as const satisfies Readonly<Record<string, Variable>>;

/** The names of the variables whose values are never shown. */
export const SECRET_VARIABLES: readonly string[] = Object.entries<Variable>(VARIABLES).flatMap(([name, { secret }]) =>
  secret ? [name] : [],
);

/** Writes `.env.example`: each variable with its purpose and default. */
export function toEnvExample(): string {
  const rows = Object.entries<Variable>(VARIABLES).map(
    ([name, row]) => `# ${row.about}\n${row.default === null ? `#${name}=` : `${name}=${row.default}`}\n`,
  );
  return `# Every variable with its default: \`node --env-file=.env dist/main.js serve\`\n\n${rows.join('\n')}`;
}
