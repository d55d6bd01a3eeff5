import { relative, sep } from 'node:path';
import type { MediaConfig } from './model/media/mediaConfig.ts';

interface Folders {
  readonly contentDir: string;
  readonly privateDir: string;
  readonly media: MediaConfig;
}

interface Folder {
  readonly name: 'CONTENT_DIR' | 'PRIVATE_DIR' | 'MEDIA_DIR';
  readonly dir: string;
}

/** What is wrong with folders that lie in each other: each is looked through, ignored or served by rules that do not fit the other. */
export function findNestedFolders({ contentDir, privateDir, media }: Folders): string[] {
  const folders: readonly Folder[] = [
    { name: 'CONTENT_DIR', dir: contentDir },
    { name: 'PRIVATE_DIR', dir: privateDir },
    ...(media.storage === 'local' ? [{ name: 'MEDIA_DIR', dir: media.dir } as const] : []),
  ];
  return folders.flatMap((inner, index) =>
    folders
      // Two names of one folder are said once.
      .filter((outer, other) => isIn(inner, outer) && (inner.dir !== outer.dir || other < index))
      .map((outer) => `${inner.name} is ${JSON.stringify(inner.dir)}, but should be ${placeBeside(inner, outer)}`),
  );
}

function isIn(inner: Folder, outer: Folder): boolean {
  const names = relative(outer.dir, inner.dir).split(sep);
  return inner !== outer && names[0] !== '..' && !(mayHide(inner, outer) && names.some((name) => name.startsWith('.')));
}

/** Nothing hidden is read as content or served, so that a private folder may lie there while a site is developed. */
const mayHide = (inner: Folder, outer: Folder): boolean => inner.name === 'PRIVATE_DIR' && outer.name === 'CONTENT_DIR';

const placeBeside = (inner: Folder, outer: Folder): string =>
  `outside of ${outer.name} (${outer.dir})${mayHide(inner, outer) ? ', or hidden in it by a name like ".quire"' : ''}`;
