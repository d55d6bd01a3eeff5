import { expect, test } from 'vitest';
import { defineEndpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { createRouteFinder, toRoutes } from '../../src/http/routes.ts';
import { makeServer } from './makeServer.ts';

const PATHS = [
  '/a',
  '/a/b',
  '/a/:id',
  '/a/:id/b',
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

/** Addresses that end as files do, or seem to. */
const ENDING = [
  '/e/a',
  '/e/a.json',
  '/e/a.json.json',
  '/e/ajson',
  '/f/a.json',
  '/f/a/b.json',
  '/f/a/b',
  '/f/a/b/c.json',
  '/f/a/.json',
];

/** An endpoint that tells which path was taken, and with what. */
const endpointAt = (path: string): Endpoint =>
  defineEndpoint({
    method: 'GET',
    path: path.replace(':id', ':slug'),
    summary: '',
    access: 'open',
    handle: ({ params }) => ({ data: { path: path.replace(':id', ':slug'), params } }),
  });

test('a plain path is found as the router finds it, and no other is', async () => {
  const endpoints = PATHS.map(endpointAt);
  const find = createRouteFinder(toRoutes(endpoints));
  const { request } = await makeServer(endpoints);
  const asked = ['/a', '/a/b', '/a/1', '/a/x-y_z~', '/a/b/b', '/a/q/c', '/a/q/d', '/b', '/b/all', '/b/al', '/b/all/of'];
  for (const path of [...asked, '/b/1/2/3', '/c/1/x.y', '/c/1/xzy', '/d/1/2/3', '/d/1', '/A', '/none', ...ENDING]) {
    const match = find(path);
    const { data } = (await (await request(path)).json()) as { data?: { path: string; params: object } };
    expect([path, match && { path: match.route.path, params: { ...match.values } }]).toEqual([path, data]);
  }
  for (const path of ['/a/', '//a', '/a//b', '/a/%62', '/a/ü', '/a?b', '', 'a', '/', '/b/x y']) {
    expect([path, find(path)]).toEqual([path, undefined]);
  }
});
