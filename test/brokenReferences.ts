import { findInStore } from '../src/check/findings.ts';
import type { Finding } from '../src/check/rule.ts';
import type { Store } from '../src/store/store.ts';

const CODES = ['DANGLING_REFERENCE', 'LIMIT'];

/** Finds references to missing records in a store, and blocks in regions that do not exist. */
export const brokenReferences = (store: Store): readonly Finding[] =>
  findInStore(store, { now: new Date(0) }).filter(({ code }) => CODES.includes(code));
