import { Agent } from 'node:http';
import { describe, expect, it } from 'vitest';
import { endpoint } from '../../../src/extend/endpoint.ts';
import { defineExtension } from '../../../src/extend/extension.ts';
import { isLong } from '../../effort.ts';
import { makeSite, PASSWORD, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';
import { askRaw } from '../askRaw.ts';

/**
 * Who may call what, by the contract: `anyone` without credentials, which are not read; `optional` anyone, a bad
 * credential is refused; else the least role. One line an endpoint; `A` is /api/admin, `C` is /api/content, `X` is /api/x/test.
 */
const WHO = {
  anyone: `
    GET /api/auth/ways
    POST A/auth/login
    GET A/auth/oidc/start
    GET A/auth/oidc/callback
    POST A/auth/oidc/logout
    POST A/auth/totp/verify
    POST A/auth/passkeys/challenge
    POST A/auth/passkeys/login
    GET A/setup/status
    POST A/setup
    POST A/auth/forgot
    POST A/auth/reset
    POST A/auth/reset/read
    POST A/invitations/read
    POST A/invitations/accept
    POST A/review-links/read
    POST A/review-links/page
    POST A/review-links/comment
    POST A/review-links/verdict
    GET C/pages
    GET C/pages/:slug*
    GET C/pages/:locale/:slug*.json
    GET C/lists/:locale/all/:n.json
    GET C/lists/:locale/type/:type/:n.json
    GET C/lists/:locale/term/:vocabulary/:term/:n.json
    GET C/menus/:slug
    GET C/menus/:slug.json
    GET C/menus/:locale/:slug.json
    GET C/taxonomies/:locale/:slug/terms.json
    GET C/media/:locale/:id/info.json
    GET C/config/:locale.json
    GET C/schemas/:locale.json
    GET C/taxonomies/:slug/terms.json
    GET C/media/:id/info.json
    GET C/config.json
    GET C/schemas.json
    GET C/redirects.json
    GET C/tracking-scripts.json
    GET C/tracking-scripts/:page*.json
    GET /_headers
    GET /_redirects
    GET C/taxonomies/:slug/terms
    GET C/media/:id/:variant
    GET C/media/:id/info
    GET C/config
    GET C/schemas
    GET C/redirects
    GET C/tracking-scripts
    GET C/og/:slug*
    GET C/search
    GET C/search/:locale.json
    POST C/batch
    GET C/sitemap
    GET C/sitemap.xml
    GET /sitemap.xml
    GET /sitemap-:part
    GET /
    GET /admin
    GET /admin/
    GET /admin/:path*
    GET C/graphql
    POST C/graphql
    GET /api/openapi.json
    GET /api/docs
    GET /api/ready
    POST /api/hooks/git
    GET X/open
    GET X/open.json
    POST X/open
    GET /metrics`,
  optional: `
    GET /api/health`,
  viewer: `
    GET C/preview/pages/:slug*
    GET A/auth/me
    PUT A/auth/me
    PUT A/auth/me/picture
    DELETE A/auth/me/picture
    GET A/users/:id/picture
    GET A/auth/keys
    POST A/auth/keys
    DELETE A/auth/keys/:id
    GET A/sync
    GET A/changes
    GET A/change-names
    GET A/extensions/frames
    GET A/migrations/left-over
    GET A/mentions/:kind
    GET A/mentions/:kind/:id
    GET A/changes/:name
    GET A/changes/:name/forecast
    GET A/calendar
    GET A/calendar/pages
    GET A/calendar/pages/:id
    GET A/pages/:id/blame
    GET A/blocks/:id/blame
    GET A/menus/:id/blame
    GET A/taxonomies/:id/blame
    GET A/media/:id/blame
    GET A/content-types/:id/blame
    GET A/block-types/:id/blame
    GET A/redirects/:id/blame
    GET A/tracking-scripts/:id/blame
    GET A/config/blame
    GET A/blame
    GET A/problems/origins
    GET A/compare
    GET A/changes/:name/queue
    GET A/changes/:name/request
    GET A/changes/:name/review
    GET A/review
    GET A/changes/:name/links
    GET A/presence
    POST A/presence
    POST A/auth/refresh
    POST A/auth/logout
    GET A/sessions
    DELETE A/sessions
    DELETE A/sessions/:session
    GET A/auth/factors
    POST A/auth/prove
    PUT A/auth/password
    DELETE A/auth/password
    POST A/auth/totp
    PUT A/auth/totp
    DELETE A/auth/totp
    POST A/auth/totp/recovery-codes
    POST A/auth/passkeys/options
    POST A/auth/passkeys
    PUT A/auth/passkeys/:passkey
    DELETE A/auth/passkeys/:passkey
    POST A/auth/preview-session
    GET A/preview-sessions
    DELETE A/preview-sessions/:id
    GET A/comments
    GET A/inbox
    GET A/inbox/mails
    GET A/watchlist
    POST A/comments
    PUT A/comments/:id
    PATCH A/comments/:id
    DELETE A/comments/:id
    PUT A/inbox/mails
    POST A/inbox/read
    PUT A/watchlist
    POST A/watchlist/look
    GET A/views
    POST A/views
    PUT A/views/:id
    PATCH A/views/:id
    DELETE A/views/:id
    GET A/pages
    GET A/page-tree
    GET A/pages/:id
    GET A/pages/:id/translations
    GET A/pages/:id/source
    GET A/translations
    GET A/translations/export
    GET A/pages/:id/blocks
    GET A/pages/:id/terms
    GET A/pages/:id/revisions
    GET A/pages/:id/revisions/:commit
    GET A/pages/:id/revisions/:commit/diff
    GET A/blocks
    GET A/blocks/:id
    GET A/menus
    GET A/menus/:id
    GET A/media
    GET A/media/folders
    GET A/media/:id
    GET A/taxonomies
    GET A/taxonomies/:id
    GET A/taxonomies/:id/terms
    GET A/taxonomies/:id/terms/:termId
    GET A/content-types
    GET A/content-types/:id
    GET A/block-types
    GET A/block-types/:id
    GET A/redirects
    GET A/redirects/:id
    GET A/tracking-scripts
    GET A/tracking-scripts/:id
    GET A/config
    GET A/dashboard
    GET A/search
    GET A/problems
    GET A/events
    GET A/users
    GET A/users/:id
    GET A/roles
    GET A/roles/:id
    GET A/api-keys
    GET A/api-keys/:id
    GET A/webhooks
    GET A/webhooks/:id
    GET A/webhooks/:id/deliveries
    GET A/audit-logs
    GET A/pages/:id/draft
    GET A/blocks/:id/draft
    GET A/menus/:id/draft
    GET A/taxonomies/:id/draft
    GET A/media/:id/draft
    GET A/config/draft
    GET A/export
    GET X/member
    POST X/thought`,
  editor: `
    POST A/sync/clashes/:clash
    POST A/changes
    PUT A/changes/:name
    DELETE A/changes/:name
    POST A/changes/:name/restore
    POST A/changes/:name/update
    POST A/changes/:name/review/ask
    POST A/changes/:name/review/approve
    POST A/changes/:name/review/send-back
    POST A/changes/:name/review/withdraw
    POST A/changes/:name/publish
    POST A/changes/:name/queue
    DELETE A/changes/:name/queue
    POST A/changes/:name/request
    DELETE A/changes/:name/request
    POST A/changes/:name/move
    POST A/changes/:name/links
    DELETE A/changes/:name/links/:linkId
    POST A/pages/:id/draft
    PUT A/pages/:id/draft
    PATCH A/pages/:id/draft
    DELETE A/pages/:id/draft
    POST A/pages/:id/draft/publish
    PUT A/blocks/:id/draft
    PATCH A/blocks/:id/draft
    DELETE A/blocks/:id/draft
    POST A/blocks/:id/draft
    POST A/blocks/:id/draft/publish
    PUT A/menus/:id/draft
    PATCH A/menus/:id/draft
    DELETE A/menus/:id/draft
    POST A/menus/:id/draft
    POST A/menus/:id/draft/publish
    PUT A/taxonomies/:id/draft
    PATCH A/taxonomies/:id/draft
    DELETE A/taxonomies/:id/draft
    POST A/taxonomies/:id/draft
    POST A/taxonomies/:id/draft/publish
    PUT A/media/:id/draft
    PATCH A/media/:id/draft
    DELETE A/media/:id/draft
    POST A/media/:id/draft
    POST A/media/:id/draft/publish
    POST A/config/draft
    DELETE A/config/draft
    POST A/config/draft/publish
    GET A/work/:kind/:id
    GET A/work/:kind/new/:key
    PUT A/work/:kind/:id
    PUT A/work/:kind/new/:key
    DELETE A/work/:kind/:id
    DELETE A/work/:kind/new/:key
    GET A/work
    POST A/pages
    POST A/pages/upsert
    PUT A/pages/:id
    PATCH A/pages/:id
    DELETE A/pages/:id
    POST A/pages/bulk
    POST A/pages/:id/translate
    POST A/translations/import
    POST A/pages/:id/duplicate
    POST A/pages/:id/blocks
    PUT A/pages/:id/blocks/:pbId
    PATCH A/pages/:id/blocks/:pbId
    DELETE A/pages/:id/blocks/:pbId
    PUT A/pages/:id/blocks-order
    PUT A/pages/:id/terms
    POST A/pages/:id/terms
    POST A/pages/:id/preview
    DELETE A/pages/:id/terms/:termId
    POST A/pages/:id/revisions/:commit/restore
    POST A/commits/:commit/revert
    GET A/undo
    POST A/undo
    POST A/compare/bring
    POST A/blocks
    PUT A/blocks/:id
    PATCH A/blocks/:id
    DELETE A/blocks/:id
    POST A/menus
    PUT A/menus/:id
    PATCH A/menus/:id
    DELETE A/menus/:id
    POST A/menus/:id/items
    PUT A/menus/:id/items/:itemId
    PATCH A/menus/:id/items/:itemId
    DELETE A/menus/:id/items/:itemId
    PUT A/menus/:id/items-order
    POST A/media
    PUT A/media/:id
    PATCH A/media/:id
    PUT A/media/:id/file
    DELETE A/media/:id
    PUT A/media/folders/:name
    DELETE A/media/folders/:name
    POST A/taxonomies
    PUT A/taxonomies/:id
    PATCH A/taxonomies/:id
    DELETE A/taxonomies/:id
    POST A/taxonomies/:id/terms
    PUT A/taxonomies/:id/terms/:termId
    PATCH A/taxonomies/:id/terms/:termId
    DELETE A/taxonomies/:id/terms/:termId
    PUT A/taxonomies/:id/terms-order
    POST X/member
    PUT X/member/:id`,
  admin: `
    POST A/sync
    POST A/content-types
    PUT A/content-types/:id
    PATCH A/content-types/:id
    DELETE A/content-types/:id
    POST A/content-types/:id/check
    POST A/block-types/:id/check
    POST A/migrations
    POST A/block-types
    PUT A/block-types/:id
    PATCH A/block-types/:id
    DELETE A/block-types/:id
    PUT A/config
    PUT A/config/draft
    PATCH A/config/draft
    PATCH A/config
    POST A/redirects
    PUT A/redirects/:id
    PATCH A/redirects/:id
    DELETE A/redirects/:id
    POST A/redirects/import
    POST A/tracking-scripts
    PUT A/tracking-scripts/:id
    PATCH A/tracking-scripts/:id
    DELETE A/tracking-scripts/:id
    POST A/users
    POST A/users/:id/reset
    GET A/invitations
    POST A/invitations
    POST A/invitations/:id/resend
    DELETE A/invitations/:id
    PUT A/users/:id
    PATCH A/users/:id
    DELETE A/users/:id
    POST A/roles
    PUT A/roles/:id
    PATCH A/roles/:id
    DELETE A/roles/:id
    DELETE A/users/:id/provider
    GET A/users/:id/sessions
    GET A/users/:id/factors
    DELETE A/users/:id/factors
    GET A/auth/requirements
    PUT A/auth/requirements
    PUT A/review
    DELETE A/users/:id/sessions/:session
    POST A/api-keys
    PUT A/api-keys/:id
    PATCH A/api-keys/:id
    DELETE A/api-keys/:id
    POST A/webhooks
    PUT A/webhooks/:id
    PATCH A/webhooks/:id
    DELETE A/webhooks/:id
    POST A/webhooks/:id/test
    POST A/webhooks/:id/deliveries/:messageId/redeliver
    GET A/extensions
    GET A/extensions/:name/effects
    POST A/extensions/:name/effects/start
    GET A/extensions/:name/effects/deliveries
    POST A/extensions/:name/effects/deliveries/:messageId/redeliver
    POST A/import
    DELETE X/member/:id`,
} as const;
type Who = keyof typeof WHO;

const TABLE: ReadonlyMap<string, Who> = new Map(
  (Object.keys(WHO) as Who[]).flatMap((who) =>
    WHO[who]
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .map(
        (line) =>
          [
            line.replace(' A/', ' /api/admin/').replace(' C/', ' /api/content/').replace(' X/', ' /api/x/test/'),
            who,
          ] as const,
      ),
  ),
);

/** The endpoints that callers who may write to changes only may write to, with any change. */
const FOR_CHANGES_ONLY = `
    POST A/auth/refresh
    PUT A/auth/me
    PUT A/auth/me/picture
    DELETE A/auth/me/picture
    POST A/auth/keys
    DELETE A/auth/keys/:id
    POST A/auth/logout
    DELETE A/sessions
    DELETE A/sessions/:session
    POST A/auth/prove
    PUT A/auth/password
    DELETE A/auth/password
    POST A/auth/totp
    PUT A/auth/totp
    DELETE A/auth/totp
    POST A/auth/totp/recovery-codes
    POST A/auth/passkeys/options
    POST A/auth/passkeys
    PUT A/auth/passkeys/:passkey
    DELETE A/auth/passkeys/:passkey
    POST A/pages/:id/preview
    POST A/auth/preview-session
    DELETE A/preview-sessions/:id
    POST A/comments
    PUT A/comments/:id
    PATCH A/comments/:id
    DELETE A/comments/:id
    PUT A/inbox/mails
    POST A/inbox/read
    PUT A/watchlist
    POST A/watchlist/look
    POST A/views
    PUT A/views/:id
    PATCH A/views/:id
    DELETE A/views/:id
    POST A/presence
    POST A/changes
    PUT A/changes/:name
    DELETE A/changes/:name
    POST A/changes/:name/restore
    POST A/changes/:name/request
    DELETE A/changes/:name/request
    POST A/changes/:name/update
    POST A/changes/:name/review/ask
    POST A/changes/:name/review/approve
    POST A/changes/:name/review/send-back
    POST A/changes/:name/review/withdraw
    POST A/changes/:name/links
    DELETE A/changes/:name/links/:linkId
    POST A/translations/import
    POST A/content-types/:id/check
    POST A/block-types/:id/check
    POST X/thought
`;
/** So may be their unfinished work, which is their own, and the drafts of records and edits of changes, which are not live. */
const BESIDE_LIVE =
  /^\w+ \/api\/admin\/(?:work\/.*|\w+\/:id\/draft|config\/draft|changes\/:name\/move|undo|compare\/bring)$/;
/** The endpoints that are the same for all changes, which such callers may not write to at all. */
const LIVE_ONLY =
  /^\w+ \/api\/admin\/(?:auth\/requirements|review|users|roles|invitations|api-keys|webhooks|extensions|sync|changes|presence)(?:\/|$)|\/draft\/publish$/;

interface CallerFacts {
  /** The rank of their role; 0 if the credential is missing or no longer valid. */
  readonly rank: number;
  readonly isBad: boolean;
  readonly changes?: 'only' | 'named';
  /** The only endpoint that the credential opens. */
  readonly opens?: string;
}

const RANK = { viewer: 1, editor: 2, admin: 3 } as const;
const CALLERS = {
  anonymous: { rank: 0, isBad: false },
  viewer: { rank: 1, isBad: false },
  editor: { rank: 2, isBad: false },
  admin: { rank: 3, isBad: false },
  'editor of changes': { rank: 2, isBad: false, changes: 'only' },
  'admin key of changes, in one': { rank: 3, isBad: false, changes: 'named' },
  'preview token': { rank: 0, isBad: true, opens: 'GET /api/content/preview/pages/:slug*' },
  'key content:read': { rank: 1, isBad: false },
  'key content:write': { rank: 2, isBad: false },
  'key admin:*': { rank: 3, isBad: false },
  'key *': { rank: 3, isBad: false },
  'viewer by cookie': { rank: 1, isBad: false },
  'admin by cookie': { rank: 3, isBad: false },
  'ended session': { rank: 0, isBad: true },
  'ended session by cookie': { rank: 0, isBad: true },
  'deleted user': { rank: 0, isBad: true },
  'revoked key': { rank: 0, isBad: true },
  nonsense: { rank: 0, isBad: true },
  'admin key of changes': { rank: 3, isBad: false, changes: 'only' },
} as const satisfies Readonly<Record<string, CallerFacts>>;
type Caller = keyof typeof CALLERS;
type Outcome = 'passes' | '401' | '403';

function expectedOf(endpoint: string, caller: Caller): Outcome {
  const who = TABLE.get(endpoint)!;
  const { rank, isBad, changes, opens }: CallerFacts = CALLERS[caller];
  if (who === 'anyone' || opens === endpoint) return 'passes';
  if (who === 'optional') return isBad ? '401' : 'passes';
  if (rank === 0) return '401';
  if (changes && !mayInChanges(endpoint, changes)) return '403';
  return rank >= RANK[who] ? 'passes' : '403';
}

function mayInChanges(endpoint: string, changes: 'only' | 'named'): boolean {
  if (
    endpoint.startsWith('GET ') ||
    BESIDE_LIVE.test(endpoint) ||
    FOR_CHANGES_ONLY.includes(`${endpoint.replace(' /api/admin/', ' A/').replace(' /api/x/test/', ' X/')}\n`)
  )
    return true;
  return changes === 'named' && !LIVE_ONLY.test(endpoint);
}

type Credentials = Readonly<Record<string, string>>;

async function bearerOf(site: Site, email: string): Promise<Credentials> {
  const { body } = await site.ask('POST /admin/auth/login', { body: { email, password: PASSWORD } });
  return { authorization: `Bearer ${body.data.token}` };
}

/** Headers as a browser sends them from a page of the server. */
async function cookieOf(site: Site, email: string): Promise<Credentials> {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const body = { email, password: PASSWORD, cookie: true };
  const reply = await site.ask('POST /admin/auth/login', { body, headers });
  return { ...headers, cookie: reply.headers.getSetCookie()[0]!.split(';')[0]! };
}

async function credentialsOf(site: Site): Promise<Readonly<Record<Caller, Credentials>>> {
  const asAdmin = (call: string, body?: object) => site.ask(call, { as: 'admin', ...(body && { body }) });
  const key = async (permissions: string, more = {}): Promise<Credentials> => {
    const { body } = await asAdmin('POST /admin/api-keys', { name: permissions, permissions, ...more });
    return { 'x-api-key': body.data.key };
  };
  const gone = { email: 'gone@example.org', name: 'Gone', password: PASSWORD, role: 'admin' };
  const { body } = await asAdmin('POST /admin/users', gone);
  const reviewed = { email: 'reviewed@example.org', name: 'Reviewed', password: PASSWORD, changesOnly: true };
  await asAdmin('POST /admin/users', reviewed);
  const preview = await site.ask('POST /admin/auth/preview-session', { as: 'admin', body: {} });
  const all = {
    anonymous: {},
    viewer: await bearerOf(site, 'viewer@example.org'),
    editor: await bearerOf(site, 'editor@example.org'),
    admin: await bearerOf(site, 'admin@example.org'),
    'key content:read': await key('content:read'),
    'key content:write': await key('content:write'),
    'key admin:*': await key('admin:*'),
    'key *': await key('*'),
    'viewer by cookie': await cookieOf(site, 'viewer@example.org'),
    'admin by cookie': await cookieOf(site, 'admin@example.org'),
    'ended session': await bearerOf(site, 'admin@example.org'),
    'ended session by cookie': await cookieOf(site, 'admin@example.org'),
    'deleted user': await bearerOf(site, gone.email),
    'revoked key': await key('*'),
    nonsense: { authorization: 'Bearer nonsense' },
    'preview token': { authorization: `Bearer ${preview.body.data.token}` },
    'editor of changes': await bearerOf(site, reviewed.email),
    ...(await ofChanges(() => key('admin:*', { changesOnly: true }))),
  };
  await site.ask('POST /admin/auth/logout', { headers: all['ended session'] });
  await site.ask('POST /admin/auth/logout', { headers: all['ended session by cookie'] });
  await asAdmin(`DELETE /admin/users/${body.data.id}`);
  await asAdmin('DELETE /admin/api-keys/5');
  return all;
}

/** Several kinds of callers are the same person, whose other sessions it ends. */
const ENDS_OTHERS = 'DELETE /api/admin/sessions';

/** A new session of a caller that has a valid one. */
async function newSessionOf(site: Site, caller: Caller): Promise<Credentials | undefined> {
  const [, role, isCookie] = /^(viewer|editor|admin)( by cookie)?$/.exec(caller) ?? [];
  if (role !== undefined) return (isCookie ? cookieOf : bearerOf)(site, `${role}@example.org`);
  return caller === 'editor of changes' ? bearerOf(site, 'reviewed@example.org') : undefined;
}

async function ofChanges(makeKey: () => Promise<Credentials>) {
  const key = await makeKey();
  return { 'admin key of changes': key, 'admin key of changes, in one': { ...key, 'quire-change': 'nothing' } };
}

/** An address of the endpoint where nothing exists: a permitted call is 400 or 404 and changes nothing. */
const addressOf = (path: string): string =>
  path
    .replaceAll(/:(?:commit|locale|name|page|path|slug|term|type|variant|vocabulary|messageId)\*?/g, 'nothing')
    .replaceAll(/:\w+/g, '999999');

/** A stream of events has no end. */
const agent = new Agent({ keepAlive: true });

async function outcomeOf(site: Site, endpoint: string, headers: Credentials): Promise<Outcome> {
  const [method = '', path = ''] = endpoint.split(' ');
  const withBody = method !== 'GET' && method !== 'DELETE';
  const { status, bytes } = await askRaw(site.url + addressOf(path), {
    method,
    agent,
    headers: { ...headers, ...(withBody && { 'content-type': 'application/json', 'content-length': '2' }) },
    ...(withBody && { body: '{}' }),
  });
  expect([endpoint, status, bytes.toString()]).not.toEqual([endpoint, 500, bytes.toString()]);
  // For log-in and set-up these statuses depend on the body, not on the caller.
  const isOwn = TABLE.get(endpoint) === 'anyone';
  return !isOwn && (status === 401 || status === 403) ? `${status}` : 'passes';
}

const endpointsOf = (site: Site): readonly string[] =>
  site.cms.endpoints.map(({ method, path }) => `${method} ${path}`);

/** Made with the metrics, not with the other endpoints. */
const METRICS = 'GET /metrics';

/**
 * Every kind in a long run, else the first ones: the others differ from them by how they have come in alone, which is not
 * asked by the endpoints.
 */
const callers = (Object.keys(CALLERS) as Caller[]).slice(0, isLong ? undefined : 7);

/** Endpoints of a site's own code, one for each way to declare access. */
const EXTENSION = defineExtension({
  name: 'test',
  version: '1.0.0',
  endpoints: [
    endpoint('GET', '/open', { access: 'public', exports: () => [{}] }, () => 1),
    endpoint('POST', '/open', { access: 'public' }, () => 1),
    endpoint('GET', '/member', { access: 'viewer' }, () => 1),
    endpoint('POST', '/thought', { access: 'viewer', changes: 'nothing' }, () => 1),
    endpoint('POST', '/member', { access: 'editor' }, () => 1),
    endpoint('PUT', '/member/:id', { access: 'editor' }, () => 1),
    endpoint('DELETE', '/member/:id', { access: 'admin' }, () => 1),
  ],
});

describe('access', () => {
  it('SEC-17 follows the contract for every endpoint and every kind of caller', async () => {
    const site = await makeSite(SMALL_SITE, { extensions: () => [EXTENSION] });
    const endpoints = endpointsOf(site);
    expect(endpoints.filter((endpoint) => !TABLE.has(endpoint))).toEqual([]);
    expect([...TABLE.keys()].filter((row) => row !== METRICS && !endpoints.includes(row))).toEqual([]);
    const credentials = await credentialsOf(site);
    // These would end the sessions that the other cells need.
    const last = ['POST /api/admin/auth/logout', ENDS_OTHERS];
    const inOrder = [...endpoints].sort((a, b) => last.indexOf(a) - last.indexOf(b));

    const wrong: string[] = [];
    for (const endpoint of inOrder) {
      const play = async (caller: Caller, headers: Credentials) => {
        const expected = expectedOf(endpoint, caller);
        const outcome = await outcomeOf(site, endpoint, headers);
        if (outcome !== expected) wrong.push(`${endpoint} as ${caller}: ${outcome}, not ${expected}`);
      };
      if (endpoint === ENDS_OTHERS)
        for (const caller of callers) await play(caller, (await newSessionOf(site, caller)) ?? credentials[caller]);
      else await Promise.all(callers.map((caller) => play(caller, credentials[caller])));
    }
    expect(wrong).toEqual([]);
    expect(site.newCommits()).toEqual([]);
  });

  it('SEC-17 is decided before an answer shows what exists', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const call of ['PUT /admin/users/1', 'PUT /admin/users/999', 'PUT /admin/users/none', 'PUT /admin/config']) {
      expect((await site.ask(call)).status).toBe(401);
      expect((await site.ask(call, { as: 'editor', body: { name: 5, siteName: 5 } })).status).toBe(403);
    }
  });
});
