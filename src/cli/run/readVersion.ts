import { readFileSync } from 'node:fs';
import { packageFile } from '../../lib/disk/packageFile.ts';

const readPackage = (): { readonly name: string; readonly version: string } =>
  JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));

/** The package's version. */
export const readVersion = (): string => readPackage().version;

/** What npm calls the package: `quire` there is another program. */
export const readName = (): string => readPackage().name;
