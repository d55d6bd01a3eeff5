import { hash } from 'node:crypto';
import { loadBuilt } from '../../lib/disk/loadBuilt.ts';
import { type Compiled, FORMAT_TESTS } from './compileSchema.ts';

/** Where the build puts what it has compiled a schema to. */
export const builtValidator = (key: string): string => `dist/validators/${hash('sha1', key)}.cjs`;

/** What a schema was compiled to when Quire was built: a start need not load the compiler, which takes 0.05 s. */
export function findBuiltValidator(key: string): Compiled | undefined {
  // `scripts/bundleValidators.ts` has written it.
  const make = loadBuilt(builtValidator(key)) as ((formats: typeof FORMAT_TESTS) => Compiled) | undefined;
  return make?.(FORMAT_TESTS);
}
