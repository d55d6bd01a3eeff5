import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The absolute path of a file or folder in Quire's package, whether this module runs from source or from a build. */
export const packageFile = (path: string): string => fileURLToPath(new URL(path, packageFolder()));

function packageFolder(): URL {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) {
    const above = new URL('..', folder);
    if (above.href === folder.href)
      throw new Error(
        `There is no package.json above ${fileURLToPath(import.meta.url)}: Quire runs only from its own package`,
      );
    folder = above;
  }
  return folder;
}
