import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The file, or folder, at a path of Quire's package, wherever this module runs from: its source or what was built of it. */
export const packageFile = (path: string): string => fileURLToPath(new URL(path, packageFolder()));

function packageFolder(): URL {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) folder = new URL('..', folder);
  return folder;
}
