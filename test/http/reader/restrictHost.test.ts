import { expect, it } from 'vitest';
import type { HostSync } from '../../../src/host/host.ts';
import { restrictHost } from '../../../src/http/reader/restrictHost.ts';
import type { RecordClash } from '../../../src/model/clash.ts';

const clash = (id: number, theirs: unknown): RecordClash => ({
  ...{ clashId: `clash-${id}`, kind: 'page', key: `en/page-${id}`, id, path: ['fields', 'related'] },
  ...{ base: null, ours: null, theirs },
});

const STATUS = {
  state: 'clashed',
  clashes: [clash(1, 'en/page-2'), clash(2, 'a secret')],
  conflicts: ['pages/en/page-2.yaml', 'pages/en/page-1.yaml', 'theme/page.css'].map((path) => ({ path })),
};

/** What is asked of a host here. */
const HOST = {
  status: async () => STATUS,
  sync: async () => STATUS,
  clashes: { list: () => STATUS.clashes },
} as unknown as HostSync;

const SEEN = {
  get: (_: string, id: number) => (id === 1 ? { id } : undefined),
  fileAt: (path: string) => (path.includes('page-1') ? { path } : undefined),
  aliases: {
    of: (_: string, key: string) => (key === 'en/page-2' ? 'en/hidden~2' : undefined),
    keyOf: () => undefined,
  },
} as unknown as Parameters<typeof restrictHost>[1];

it('tells of the clashes and conflicts of what may be read, with stand-ins for what they mention', async () => {
  const host = restrictHost(HOST, SEEN);
  for (const status of [await host.status(), await host.sync()])
    expect(status).toMatchObject({
      state: 'clashed',
      clashes: [{ id: 1, theirs: 'en/hidden~2' }],
      conflicts: [{ path: 'pages/en/page-1.yaml' }, { path: 'theme/page.css' }],
    });
  expect(host.clashes.list().map(({ id }) => id)).toEqual([1]);
});
