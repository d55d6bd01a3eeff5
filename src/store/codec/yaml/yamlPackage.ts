import { loadLazily } from '../../../lib/list/lazily.ts';

/** The parser of YAML. A start that finds all files unchanged needs none. */
export const yamlPackage = loadLazily<typeof import('yaml')>('yaml');
