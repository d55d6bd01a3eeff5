import { expect, it } from 'vitest';
import { readServerConfig } from '../../src/config.ts';
import { createApp } from '../../src/http/app.ts';
import { defineEndpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { createLog } from '../../src/http/log/log.ts';
import { content } from './makeServer.ts';

const told: string[] = [];

const endpointOf = (name: string): Endpoint =>
  defineEndpoint({
    ...{ method: 'GET', path: `/${name}`, summary: '', access: 'public' },
    async prepare() {
      told.push(`${name} begins`);
      await new Promise(setImmediate);
      told.push(`${name} ends`);
    },
    handle: () => ({ data: 1 }),
  });

it('what first requests would wait for is loaded one after the other, until the server stops', async () => {
  const endpoints = ['a', 'b', 'c'].map(endpointOf);
  const app = createApp({
    config: readServerConfig({}, '/'),
    log: createLog('silent'),
    identify: () => null,
    endpoints,
    content,
    isDraining: () => told.includes('b begins'),
  });
  const preparing = app.prepare();
  // Not before others could have had a turn.
  expect(told).toEqual([]);
  await preparing;
  expect(told).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});
