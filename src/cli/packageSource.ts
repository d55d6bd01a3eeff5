import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { packageFile } from '../lib/packageFile.ts';
import { readVersion } from './readVersion.ts';

/**
 * What the `package.json` of a folder asks npm for to get the Quire that runs: its version where npm has installed it,
 * else the folder it runs in. Anything else would be another package of that name.
 */
export function packageSource(folder: string, quire: string = packageFile('.')): string {
  if (quire.split(sep).includes('node_modules')) return readVersion();
  return `file:${relative(realpathSync(folder), quire).replaceAll('\\', '/')}`;
}
