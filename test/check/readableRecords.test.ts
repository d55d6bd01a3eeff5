import { expect, it } from 'vitest';
import { soundIn } from '../../src/check/readableRecords.ts';
import { createStore } from '../../src/store/createStore.ts';
import { broken } from '../store/siteFiles.ts';

it('says what broken files may hold', () => {
  const store = createStore();
  store.apply([broken('pages/en/about.yaml')]);
  const sound = soundIn(store);
  expect([sound.mayHold('page', 'en/about'), sound.mayHold('page', 'en/other')]).toEqual([true, false]);
  expect([sound.mayHoldAny('page'), sound.mayHoldAny('menu')]).toEqual([true, false]);
});

it('answers in time for thousands of mentions while thousands of files are broken', () => {
  const store = createStore();
  store.apply(Array.from({ length: 2000 }, (_, at) => broken(`pages/en/page-${at}.yaml`)));
  const sound = soundIn(store);
  const mentioned = Array.from({ length: 2000 }, (_, at) => sound.mayHold('page', `en/missing-${at}`));
  expect(mentioned).not.toContain(true);
});
