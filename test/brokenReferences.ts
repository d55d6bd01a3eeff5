import { findAll } from '../src/check/findings.ts';
import type { Finding } from '../src/check/rule.ts';
import type { Store } from '../src/store/store.ts';

const CODES = ['DANGLING_REFERENCE', 'LIMIT'];

/** What a store's records mention that does not exist, and blocks that have no room. */
export const brokenReferences = (store: Store): readonly Finding[] =>
  findAll(store).filter(({ code }) => CODES.includes(code));
