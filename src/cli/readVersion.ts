import { readFileSync } from 'node:fs';

/** The package's version, wherever this module runs from. */
export const readVersion = (): string =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
