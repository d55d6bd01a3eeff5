import { hash } from 'node:crypto';
import { loadBuilt } from '../../lib/disk/loadBuilt.ts';
import { type CompiledSchema, FORMAT_TESTS } from './compileSchema.ts';

/** The file in which the build puts a compiled schema. */
export const builtValidator = (key: string): string => `dist/validators/${hash('sha1', key)}.cjs`;

/** A schema compiled at build time: a start then need not load the compiler, which takes 0.05 s. */
export function findBuiltValidator(key: string): CompiledSchema | undefined {
  // Written by `scripts/bundleValidators.ts`.
  const make = loadBuilt(builtValidator(key)) as ((formats: typeof FORMAT_TESTS) => CompiledSchema) | undefined;
  return make?.(FORMAT_TESTS);
}
