import { loadLazily } from '../../../lib/list/loadLazily.ts';

/** The YAML parser. A start that finds all files unchanged does not need it. */
export const yamlPackage = loadLazily<typeof import('yaml')>('yaml');
