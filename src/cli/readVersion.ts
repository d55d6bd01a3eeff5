import { readFileSync } from 'node:fs';
import { packageFile } from '../lib/packageFile.ts';

/** The package's version. */
export const readVersion = (): string => JSON.parse(readFileSync(packageFile('package.json'), 'utf8')).version;
