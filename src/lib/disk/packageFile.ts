import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The file, or folder, at a path of Quire's package, wherever this module runs from: its source or what was built of it. */
export const packageFile = (path: string): string => fileURLToPath(new URL(path, packageFolder()));

function packageFolder(): URL {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) {
    const above = new URL('..', folder);
    if (above.href === folder.href)
      throw new Error(
        `There is no package.json above ${fileURLToPath(import.meta.url)}: Quire runs in its package only`,
      );
    folder = above;
  }
  return folder;
}
