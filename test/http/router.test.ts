import { expect, test } from 'vitest';
import { defineEndpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { createRouteFinder } from '../../src/http/router.ts';
import { makeServer } from './makeServer.ts';

const PATHS = [
  '/a',
  '/a/b',
  '/a/:slug',
  '/a/:slug/b',
  '/a/:slug/c',
  '/b/:name*',
  '/b/all',
  '/c/:slug/x.y',
  '/d/:one/:two*',
  '/e/:name',
  '/e/:name.json',
  '/f/:rest*',
  '/f/:one/:rest*.json',
];

const endpointAt = (path: string): Endpoint =>
  defineEndpoint({
    method: 'GET',
    path,
    summary: '',
    access: 'open',
    handle: ({ params }) => ({ data: [path, params] }),
  });

const ROWS: readonly (readonly [asked: string, path: string | null, values?: object])[] = [
  ['/a', '/a'],
  ['/a/', null],
  ['/a/b/', '/a/b'],
  ['/a/b', '/a/b'],
  ['/a/1', '/a/:slug', { slug: '1' }],
  ['/a/1/', '/a/:slug', { slug: '1' }],
  ['/a/x-y_z~', '/a/:slug', { slug: 'x-y_z~' }],
  ['/a/%62', '/a/:slug', { slug: 'b' }],
  ['/a/%C3%BC%252f', '/a/:slug', { slug: 'ü%2f' }],
  ['/a/%ff', '/a/:slug', { slug: '%ff' }],
  ['/a/b/b', '/a/:slug/b', { slug: 'b' }],
  ['/a/q/c', '/a/:slug/c', { slug: 'q' }],
  ['/a/q/d', null],
  ['/a//', null],
  ['/a//b', null],
  ['//a', null],
  ['/A', null],
  ['/b', null],
  ['/b/', null],
  ['/b/all', '/b/all'],
  ['/b/al', '/b/:name*', { name: 'al' }],
  ['/b/1/2/3', '/b/:name*', { name: '1/2/3' }],
  ['/b/1%2F2', '/b/:name*', { name: '1/2' }],
  ['/c/1/x.y', '/c/:slug/x.y', { slug: '1' }],
  ['/c/1/xzy', null],
  ['/d/1', null],
  ['/d/1/2/3', '/d/:one/:two*', { one: '1', two: '2/3' }],
  ['/e/a', '/e/:name', { name: 'a' }],
  ['/e/a.json', '/e/:name.json', { name: 'a' }],
  ['/e/a.json.json', '/e/:name.json', { name: 'a.json' }],
  ['/e/ajson', '/e/:name', { name: 'ajson' }],
  ['/f/a.json', '/f/:rest*', { rest: 'a.json' }],
  ['/f/a/b.json', '/f/:one/:rest*.json', { one: 'a', rest: 'b' }],
  ['/f/a/b', '/f/:rest*', { rest: 'a/b' }],
  ['/f/a/b/c.json', '/f/:one/:rest*.json', { one: 'a', rest: 'b/c' }],
  ['/f/a/.json', '/f/:rest*', { rest: 'a/.json' }],
  ['', null],
  ['/', null],
  ['a', null],
];

test('a path takes the first route that it matches, with decoded parameters', () => {
  const find = createRouteFinder(PATHS.map(endpointAt));
  for (const [asked, path, values = {}] of ROWS) {
    const match = find(asked);
    const found = match ? [match.route.path, { ...match.values }] : null;
    expect([asked, found]).toEqual([asked, path === null ? null : [path, values]]);
  }
});

test('a request takes the same one', async () => {
  const { request } = await makeServer(PATHS.map(endpointAt));
  // Invalid UTF-8 is refused after its route is found.
  const asking = ROWS.filter(([asked]) => asked.startsWith('/') && !asked.includes('%ff'));
  for (const [asked, path, values = {}] of asking) {
    const { data } = (await (await request(asked)).json()) as { data?: unknown };
    expect([asked, data ?? null]).toEqual([asked, path === null ? null : [path, values]]);
  }
});
