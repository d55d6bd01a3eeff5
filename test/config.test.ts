import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ConfigError, readServerConfig, VARIABLES } from '../src/config.ts';
import { toEnvExample } from '../src/variables.ts';
import { character } from './character.ts';
import { runs } from './effort.ts';

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readServerConfig(env, '/srv/quire');
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

test('an empty environment gives the documented defaults', () => {
  expect(readServerConfig({}, '/srv/quire')).toEqual({
    port: 3000,
    host: '127.0.0.1',
    contentDir: '/srv/quire/content',
    privateDir: '/srv/quire/.quire',
    siteCode: null,
    gitBranch: null,
    gitHost: null,
    siteUrl: 'http://localhost:3000',
    jwtSecret: null,
    firstAdmin: null,
    provider: null,
    mail: null,
    media: { storage: 'git' },
    limitRates: true,
    publicRateLimit: null,
    allowPrivateWebhooks: false,
    authorEmail: 'real',
    corsOrigins: [],
    trustedProxies: 0,
    cache: { maxAgeSeconds: 60, sharedMaxAgeSeconds: 600, staleSeconds: 3600 },
    logLevel: 'info',
    readOnly: false,
    tellsSchema: true,
    previewUrl: null,
    servesUi: true,
    isProduction: false,
  });
});

test('every variable is read', () => {
  const config = readServerConfig(
    {
      PORT: '0',
      HOST: '0.0.0.0',
      CONTENT_DIR: '/data/content',
      PRIVATE_DIR: '../private',
      QUIRE_CONFIG: 'code/quire.config.ts',
      QUIRE_CONFIG_FROM_REPOSITORY: 'true',
      GIT_BRANCH: 'main',
      GIT_REMOTE: 'https://git.example/site.git',
      GIT_UPSTREAM: 'main, content',
      GIT_FETCH: 'requests',
      GIT_SYNC_INTERVAL: '0',
      GIT_TOKEN: 'a-token\n',
      GIT_HOST_API: 'https://git.example/api/v1/',
      GIT_HOST_KIND: 'forgejo',
      GIT_HOOK_SECRET: 'a secret of some length',
      SITE_URL: 'https://example.org/blog/',
      JWT_SECRET: 'x'.repeat(32),
      QUIRE_ADMIN_EMAIL: 'ada@example.org',
      QUIRE_ADMIN_PASSWORD: 'correct horse',
      OIDC_ISSUER: 'https://login.example.org/realms/acme/',
      OIDC_CLIENT_ID: 'quire',
      OIDC_CLIENT_SECRET: 'a-secret\n',
      OIDC_NAME: 'Acme',
      OIDC_SCOPES: 'email groups',
      OIDC_ROLES: 'groups:web-editors=editor, https://acme.example/roles:urn:web:admin=site-admins',
      OIDC_DOMAINS: 'acme.example, Acme.Test',
      OIDC_ONLY: 'true',
      SMTP_URL: 'smtp://quire:a%20secret@mail.example.org',
      MAIL_FROM: 'Harbour News <cms@example.org>',
      MEDIA_STORAGE: 's3',
      S3_ENDPOINT: 'https://s3.example.org',
      S3_BUCKET: 'media',
      S3_REGION: 'eu-west-1',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_PUBLIC_URL: 'https://cdn.example.org/',
      RATE_LIMIT_ENABLED: 'false',
      RATE_LIMIT_PUBLIC: '600',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      GIT_AUTHOR_EMAIL: 'private',
      CORS_ORIGINS: 'https://admin.example.org, http://localhost:5173/',
      TRUST_PROXY: 'true',
      CACHE_MAX_AGE: '1',
      CACHE_S_MAXAGE: '2',
      CACHE_SWR: '3',
      GRAPHQL_INTROSPECTION: 'true',
      LOG_LEVEL: 'warn',
      READ_ONLY: 'true',
      PREVIEW_URL: 'https://example.org/preview{path}?token={token}',
      ADMIN_UI: 'false',
      NODE_ENV: 'production',
    },
    '/srv/quire',
  );
  expect(config).toEqual({
    port: 0,
    host: '0.0.0.0',
    contentDir: '/data/content',
    privateDir: '/srv/private',
    siteCode: { path: '/srv/quire/code/quire.config.ts', mayComeFromRepository: true },
    gitBranch: 'main',
    gitHost: {
      remote: 'https://git.example/site.git',
      upstream: ['main', 'content'],
      fetches: 'requests',
      intervalSeconds: 0,
      token: 'a-token',
      hookSecret: 'a secret of some length',
      api: 'https://git.example/api/v1',
      kind: 'forgejo',
    },
    siteUrl: 'https://example.org/blog',
    jwtSecret: 'x'.repeat(32),
    firstAdmin: { email: 'ada@example.org', password: 'correct horse' },
    provider: {
      issuer: 'https://login.example.org/realms/acme/',
      clientId: 'quire',
      clientSecret: 'a-secret',
      name: 'Acme',
      scopes: ['openid', 'email', 'groups'],
      roles: [
        { claim: 'groups', value: 'web-editors', role: 'editor' },
        { claim: 'https://acme.example/roles', value: 'urn:web:admin', role: 'site-admins' },
      ],
      domains: ['acme.example', 'acme.test'],
      isOnly: true,
    },
    mail: {
      server: {
        host: 'mail.example.org',
        port: 587,
        secure: false,
        requireTLS: true,
        auth: { user: 'quire', pass: 'a secret' },
      },
      from: 'Harbour News <cms@example.org>',
    },
    media: {
      storage: 's3',
      s3: {
        endpoint: 'https://s3.example.org',
        bucket: 'media',
        region: 'eu-west-1',
        accessKeyId: 'id',
        secretAccessKey: 'secret',
        publicUrl: 'https://cdn.example.org',
      },
    },
    limitRates: false,
    publicRateLimit: 600,
    allowPrivateWebhooks: true,
    authorEmail: 'private',
    corsOrigins: ['https://admin.example.org', 'http://localhost:5173'],
    trustedProxies: 1,
    cache: { maxAgeSeconds: 1, sharedMaxAgeSeconds: 2, staleSeconds: 3 },
    logLevel: 'warn',
    readOnly: true,
    tellsSchema: true,
    previewUrl: 'https://example.org/preview{path}?token={token}',
    servesUi: false,
    isProduction: true,
  });
});

test('the configuration is deeply frozen', () => {
  const config = readServerConfig({ CORS_ORIGINS: 'https://example.org' }, '/');
  for (const part of [config, config.cache, config.media, config.corsOrigins]) expect(Object.isFrozen(part)).toBe(true);
});

test('an empty or blank value counts as unset', () => {
  expect(readServerConfig({ PORT: '', SITE_URL: '  ', JWT_SECRET: '' }, '/')).toEqual(readServerConfig({}, '/'));
});

test('one error lists everything wrong with name, value and expectation', () => {
  const env = { PORT: 'http', SITE_URL: 'example.org', READ_ONLY: 'maybe', LOG_LEVEL: 'loud', TRUST_PROXY: '99' };
  expect(problemsOf(env)).toEqual([
    'PORT is "http", but should be a whole number from 0 to 65535',
    'SITE_URL is "example.org", but should be an http or https URL without query, such as "https://example.org"',
    'TRUST_PROXY is "99", but should be "false", "true" (one proxy) or the number of proxies in front (at most 10)',
    'LOG_LEVEL is "loud", but should be "fatal", "error", "warn", "info", "debug", "trace" or "silent"',
    'READ_ONLY is "maybe", but should be "true" or "false"',
  ]);
});

test('a secret is not repeated in the error', () => {
  const problems = problemsOf({ JWT_SECRET: 'hunter2', QUIRE_ADMIN_PASSWORD: 'short', QUIRE_ADMIN_EMAIL: 'a@b' });
  expect(problems).toEqual([
    'JWT_SECRET has 7 bytes, but should be at least 32 bytes',
    'QUIRE_ADMIN_PASSWORD has 5 bytes, but should be at least 8 characters and at most 72 bytes',
  ]);
});

test.each([
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '3e3'],
  ['READ_ONLY', 'constructor'],
  ['JWT_SECRET', 'é'.repeat(15)],
  ['CORS_ORIGINS', '*'],
  ['CORS_ORIGINS', 'https://example.org/path'],
  ['CORS_ORIGINS', 'null'],
  ['SITE_URL', 'ftp://example.org'],
  ['SITE_URL', 'https://user:pass@example.org'],
  ['CACHE_MAX_AGE', '-5'],
  ['RATE_LIMIT_PUBLIC', '0'],
  ['GIT_AUTHOR_EMAIL', 'fake'],
])('%s=%s is refused', (name, value) => {
  expect(problemsOf({ [name]: value })).toEqual([expect.stringContaining(`${name} `)]);
});

test('a variable that another one needs must be set', () => {
  expect(problemsOf({ MEDIA_STORAGE: 's3', S3_BUCKET: 'media' })).toEqual([
    'S3_ENDPOINT is missing, but should be set because MEDIA_STORAGE is "s3"',
    'S3_ACCESS_KEY_ID is missing, but should be set because MEDIA_STORAGE is "s3"',
    'S3_SECRET_ACCESS_KEY is missing, but should be set because MEDIA_STORAGE is "s3"',
  ]);
  expect(problemsOf({ MEDIA_STORAGE: 'local' })).toHaveLength(1);
  expect(problemsOf({ QUIRE_ADMIN_EMAIL: 'ada@example.org' })).toHaveLength(1);
});

test('blanks around a value make no difference to what it asks for', () => {
  expect(problemsOf({ MEDIA_STORAGE: ' s3' })).toHaveLength(4);
  expect(problemsOf({ MEDIA_STORAGE: 'local\t' })).toHaveLength(1);
  expect(problemsOf({ QUIRE_ADMIN_EMAIL: ' ', QUIRE_ADMIN_PASSWORD: ' ' })).toEqual([]);
});

test.each<[string, Record<string, string>, string | null]>([
  [
    'MEDIA_DIR in CONTENT_DIR',
    { MEDIA_DIR: 'content/files' },
    'MEDIA_DIR is "/srv/quire/content/files", but should be outside of CONTENT_DIR (/srv/quire/content)',
  ],
  [
    'CONTENT_DIR in MEDIA_DIR',
    { MEDIA_DIR: '/srv', PRIVATE_DIR: '/private' },
    'CONTENT_DIR is "/srv/quire/content", but should be outside of MEDIA_DIR (/srv)',
  ],
  [
    'MEDIA_DIR in PRIVATE_DIR',
    { MEDIA_DIR: '.quire/uploads' },
    'MEDIA_DIR is "/srv/quire/.quire/uploads", but should be outside of PRIVATE_DIR (/srv/quire/.quire)',
  ],
  [
    'CONTENT_DIR in PRIVATE_DIR',
    { PRIVATE_DIR: '.', MEDIA_DIR: '/media' },
    'CONTENT_DIR is "/srv/quire/content", but should be outside of PRIVATE_DIR (/srv/quire)',
  ],
  [
    'PRIVATE_DIR in CONTENT_DIR',
    { PRIVATE_DIR: 'content/pages', MEDIA_DIR: '/media' },
    'PRIVATE_DIR is "/srv/quire/content/pages", but should be outside of CONTENT_DIR (/srv/quire/content), or hidden in it by a name like ".quire"',
  ],
  [
    'the same folder twice',
    { PRIVATE_DIR: 'content', MEDIA_DIR: '/media' },
    'PRIVATE_DIR is "/srv/quire/content", but should be outside of CONTENT_DIR (/srv/quire/content), or hidden in it by a name like ".quire"',
  ],
  ['PRIVATE_DIR hidden in CONTENT_DIR', { PRIVATE_DIR: 'content/.quire', MEDIA_DIR: '/media' }, null],
  ['folders whose names begin alike', { PRIVATE_DIR: 'content-private', MEDIA_DIR: 'content..media' }, null],
])('folders must not lie in each other: %s', (_, env, problem) => {
  expect(problemsOf({ MEDIA_STORAGE: 'local', ...env })).toEqual(problem === null ? [] : [problem]);
});

test('a folder for media is ignored when media are stored elsewhere', () => {
  expect(problemsOf({ MEDIA_DIR: 'content/files' })).toEqual([]);
});

test("git's own variable for the author's address is ignored", () => {
  const authorEmail = (value: string) => readServerConfig({ GIT_AUTHOR_EMAIL: value }, '/srv').authorEmail;
  expect(authorEmail('dev@example.org')).toBe('real');
  expect(authorEmail('private')).toBe('private');
});

test('the preview address has the same host for all pages', () => {
  const isTaken = (value: string): boolean => problemsOf({ PREVIEW_URL: value }).length === 0;
  for (const value of [
    'https://example.org{path}',
    'http://localhost:4000/preview?path={path}&lang={locale}&t={token}&ref={ref}',
  ])
    expect([value, isTaken(value)]).toEqual([value, true]);
  for (const value of [
    '{path}',
    'https://{path}',
    'https://example.org{locale}',
    'https://{ref}.example.org/',
    'https://a:b@example.org{path}',
    'ftp://example.org{path}',
    'https://example.org/{slug}',
    'https://example.org/{',
  ])
    expect([value, isTaken(value)]).toEqual([value, false]);
});

test('any text in any variable gives a configuration or a ConfigError', () => {
  const env = fc.dictionary(fc.constantFrom(...Object.keys(VARIABLES)), fc.string({ unit: character }));
  fc.assert(
    fc.property(env, (variables) => {
      expect(Array.isArray(problemsOf(variables))).toBe(true);
    }),
    { numRuns: runs(300) },
  );
});

test('SEC-45 the issuer is one organisation, reached by https unless it is on this machine', () => {
  const isTaken = (issuer: string): boolean =>
    problemsOf({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'quire' }).length === 0;
  for (const issuer of [
    'https://accounts.google.com',
    'https://auth.example.org/application/o/quire/',
    'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
    'http://127.0.0.1:8080',
    'http://localhost:8080/realms/acme',
  ])
    expect([issuer, isTaken(issuer)]).toEqual([issuer, true]);
  for (const issuer of [
    'http://login.example.org',
    'http://localhost.example.org',
    'https://login.microsoftonline.com/common/v2.0',
    'https://login.microsoftonline.com/organizations/v2.0',
    'https://user:password@login.example.org',
    'https://login.example.org/?tenant=acme',
    'login.example.org',
  ])
    expect([issuer, isTaken(issuer)]).toEqual([issuer, false]);
});

test('signing in by a provider needs to know which', () => {
  expect(problemsOf({ OIDC_ONLY: 'true', OIDC_ROLES: 'groups:a=editor' })).toEqual([
    'OIDC_ISSUER is missing, but should be set because OIDC_ROLES is set',
    'OIDC_ISSUER is missing, but should be set because OIDC_ONLY is "true"',
  ]);
  expect(problemsOf({ OIDC_ONLY: 'false' })).toEqual([]);
  for (const OIDC_ROLES of ['groups', 'groups:=editor', 'groups:a', 'groups:a=The Editors', 'groups:a=editor,'])
    expect(problemsOf({ OIDC_ISSUER: 'https://a.example', OIDC_CLIENT_ID: 'quire', OIDC_ROLES })).toEqual([
      `OIDC_ROLES is ${JSON.stringify(OIDC_ROLES)}, but should be rules separated by commas, such as "groups:web-editors=editor, groups:web-admins=admin"`,
    ]);
});

test('a secret can be in a file that a variable names', () => {
  const file = fileURLToPath(new URL('../.npmrc', import.meta.url));
  const content = readFileSync(file, 'utf8').trimEnd();
  expect(readServerConfig({ JWT_SECRET_FILE: file }, '/srv').jwtSecret).toBe(content);
  expect(readServerConfig({ JWT_SECRET_FILE: '.npmrc' }, dirname(file)).jwtSecret).toBe(content);
  // What is required with others may come from a file, too, and what is no secret may not.
  const bucket = { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'site', S3_ACCESS_KEY_ID: 'quire' };
  expect(problemsOf({ MEDIA_STORAGE: 's3', ...bucket, S3_SECRET_ACCESS_KEY_FILE: file })).toEqual([]);
  expect(readServerConfig({ SITE_URL_FILE: file }, '/srv').siteUrl).toBe('http://localhost:3000');
  expect(problemsOf({ JWT_SECRET_FILE: '/srv/none' })).toEqual([
    expect.stringMatching(/^JWT_SECRET_FILE is "\/srv\/none", which cannot be read: ENOENT/),
  ]);
  expect(problemsOf({ JWT_SECRET_FILE: file, JWT_SECRET: 'x'.repeat(32) })).toEqual([
    'JWT_SECRET and JWT_SECRET_FILE are both set, but only one should be',
  ]);
});

test('.env.example holds every variable with its default', async () => {
  expect(await readFile(new URL('../.env.example', import.meta.url), 'utf8')).toBe(toEnvExample());
});
