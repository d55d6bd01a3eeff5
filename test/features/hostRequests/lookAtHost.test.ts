import { expect, it } from 'vitest';
import type { HostClient, HostRequest } from '../../../src/features/hostRequests/host/hostClient.ts';
import { createHostLooks } from '../../../src/features/hostRequests/lookAtHost.ts';
import type { RequestWatch } from '../../../src/features/hostRequests/requestWatch.ts';
import type { TrackedRequest } from '../../../src/features/hostRequests/trackedRequests.ts';

const REQUEST: HostRequest = {
  ...{ number: 1, url: null, title: 'Menu', state: 'open', isDraft: false, mergeCommit: null },
  ...{ branch: 'change/menu', base: 'main', head: 'a'.repeat(40), mergeability: 'ready' },
};

/** Looks at a host that has this request, for the change `menu`. */
function makeLooks(request: HostRequest) {
  const calls: string[] = [];
  const answer = async <T>(call: string, value: T): Promise<T> => {
    calls.push(call);
    return value;
  };
  const refuse = () => Promise.reject(new Error('nobody asks for this'));
  const client: HostClient = {
    ...{ open: refuse, close: refuse },
    find: (_, base) => answer('find', request.base === base ? request : null),
    read: () => answer('read', request),
    inspect: () => answer('inspect', { checks: [], approvals: [], missingApprovals: null, builds: [] }),
    listRecent: () => answer('list', [request]),
  };
  const tracked = new Map<string, TrackedRequest>();
  const proposal = {
    name: 'menu',
    title: 'Menu',
    branch: 'change/menu',
    head: REQUEST.head,
    request: null,
    facts: null,
  };
  const watch = {
    tracked: {
      get: (name: string) => tracked.get(name),
      entries: () => [...tracked],
      set: async (name: string, one: TrackedRequest) => void tracked.set(name, one),
    },
    ...{ seen: new Map(), reading: new Map(), failure: null, host: { liveBranch: () => 'main' } },
    proposals: { get: async () => proposal, list: async () => [proposal] },
    connect: async () => ({ kind: 'github', client }),
    ...{ now: () => 0, announce: () => undefined, notify: async () => undefined },
    onError(error: unknown) {
      throw error;
    },
    // Only what a look at an open request uses.
  } as unknown as RequestWatch;
  return { looks: createHostLooks(watch), calls, tracked };
}

it('looks once at a branch that the host has told of many times', async () => {
  const { looks, calls } = makeLooks(REQUEST);
  for (let told = 0; told < 50; told += 1) looks.onNews({ type: 'request', branch: 'change/menu' });
  await looks.idle();
  expect(calls).toEqual(['find', 'inspect']);
  looks.onNews({ type: 'request', branch: 'change/menu' });
  await looks.idle();
  expect(calls.slice(2)).toEqual(['read', 'inspect']);
});

it.each([
  ['main', ['menu']],
  ['develop', []],
] as const)('takes a request into %s for that of a change: %o', async (base, names) => {
  const { looks, calls, tracked } = makeLooks({ ...REQUEST, base });
  looks.onNews({ type: 'fetched' });
  await looks.idle();
  expect(calls).toEqual(['list']);
  expect([...tracked.keys()]).toEqual(names);
});
