import { readFileSync } from 'node:fs';
import { packageFile } from './packageFile.ts';

const readOwnPackage = (): { readonly name: string; readonly version: string } =>
  JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));

/** The package's version. */
export const readPackageVersion = (): string => readOwnPackage().version;

/** The package's name at npm, where `quire` is another program. */
export const readPackageName = (): string => readOwnPackage().name;
