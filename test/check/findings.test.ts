import { expect, it } from 'vitest';
import { findInSteps, findInStore } from '../../src/check/findings.ts';
import { createStore } from '../../src/store/createStore.ts';
import { update } from '../store/siteFiles.ts';

const NOW = new Date('2026-01-05T12:00:00.000Z');

it('SEC-36 looks at one record a step, so that others are served while a large site is checked', () => {
  const store = createStore();
  const pages = Array.from({ length: 200 }, (_, at) =>
    update(`pages/en/p${at}.yaml`, { id: at + 1, type: 'event', title: `Page ${at}` }),
  );
  store.apply([update('content-types/event.yaml', { id: 1, name: 'Event', fieldsSchema: [] }), ...pages]);
  const steps = findInSteps(store, { now: NOW });
  let taken = 0;
  let found = steps.next();
  for (; !found.done; found = steps.next()) taken += 1;
  expect(taken).toBe(201);
  expect(found.value).toEqual(findInStore(store, { now: NOW }));
});
