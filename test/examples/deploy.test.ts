import { expect, it } from 'vitest';
import { readNetlify } from '../../examples/extensions/deploy/index.ts';
import { until } from '../http/makeServer.ts';
import { makeExampleSite } from './exampleSite.ts';
import { serveOutside } from './outsideServer.ts';

/** As Netlify has answered `GET /api/v1/sites/<site>/deploys?per_page=1`, shortened. */
const RECORDED = [
  {
    id: '65f1c0ffee0000000000beef',
    site_id: '0d3a9d2f-ef94-4380-93df-27ee400e2048',
    state: 'error',
    name: 'example',
    deploy_ssl_url: 'https://65f1c0ffee--example.netlify.app',
    created_at: '2026-01-30T08:15:00.000Z',
    updated_at: '2026-01-30T08:16:12.000Z',
    error_message: 'Failed during stage "building site": Build script returned non-zero exit code: 2',
    branch: 'main',
    context: 'production',
  },
];

const ENV = { WEBHOOK_ALLOW_PRIVATE: 'true', NETLIFY_TOKEN: 'token-of-the-site' };

async function openDeploy(hookStatus = 200) {
  const outside = await serveOutside(({ call }) =>
    call.startsWith('POST /build_hooks/') ? { status: hookStatus } : { body: JSON.stringify(RECORDED) },
  );
  const builds = `${outside.url}/api/v1/sites/example.netlify.app/deploys?per_page=1`;
  const options = `{ hook: 'NETLIFY_HOOK', host: '127.0.0.1', builds: '${builds}', token: 'NETLIFY_TOKEN' }`;
  const env = { ...ENV, NETLIFY_HOOK: `${outside.url}/build_hooks/65f1` };
  return { ...outside, site: await makeExampleSite(`deploy(${options})`, { env }) };
}

it('reads the state of a build as Netlify answers it', () => {
  const [deploy] = RECORDED;
  expect(readNetlify([])).toBeNull();
  expect(readNetlify([{ ...deploy, state: 'ready', error_message: null }])).toEqual({
    state: 'ready',
    at: '2026-01-30T08:15:00.000Z',
    address: 'https://65f1c0ffee--example.netlify.app',
  });
  for (const [state, shown] of [
    ['new', 'waiting'],
    ['building', 'running'],
    ['of later', 'running'],
    ['error', 'failed'],
  ])
    expect(readNetlify([{ ...deploy, state }])).toMatchObject({ state: shown });
});

it('shows the last build to those who have a role, with the token of the site', async () => {
  const { site, asked } = await openDeploy();
  expect((await site.ask('GET /x/deploy/last')).status).toBe(401);
  expect((await site.ask('GET /x/deploy/last', { as: 'viewer' })).body.data).toEqual({
    state: 'failed',
    at: '2026-01-30T08:15:00.000Z',
    address: 'https://65f1c0ffee--example.netlify.app',
    message: 'Failed during stage "building site": Build script returned non-zero exit code: 2',
  });
  expect(asked).toMatchObject([
    {
      call: 'GET /api/v1/sites/example.netlify.app/deploys?per_page=1',
      headers: { authorization: 'Bearer token-of-the-site' },
    },
  ]);
});

it('starts a build for editors, and tells if the host refuses', async () => {
  const { site, asked } = await openDeploy();
  expect((await site.ask('POST /x/deploy/start', { as: 'viewer' })).status).toBe(403);
  expect((await site.ask('POST /x/deploy/start', { as: 'editor' })).body.data).toEqual({ started: true });
  expect(asked.map(({ call }) => call)).toEqual(['POST /build_hooks/65f1']);
  const refusing = await openDeploy(404);
  expect((await refusing.site.ask('POST /x/deploy/start', { as: 'editor' })).body.errors).toEqual([
    { code: 'SERVICE_UNAVAILABLE', message: 'The host of the website has refused the build: 404' },
  ]);
});

it('starts a build after whatever visitors see differently, and after nothing else', async () => {
  const { site, asked } = await openDeploy();
  const write = (id: number, title: string) => site.ask(`PATCH /admin/pages/${id}`, { as: 'editor', body: { title } });
  expect((await write(4, 'Still hidden')).status).toBe(200);
  expect((await write(1, 'Start')).status).toBe(200);
  await until(() => asked.length > 0);
  expect(asked.map(({ call, text }) => [call, text])).toEqual([['POST /build_hooks/65f1', '{}']]);
});
