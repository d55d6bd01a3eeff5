import { relative, sep } from 'node:path';
import type { MediaConfig } from './model/media/mediaConfig.ts';

interface Folders {
  readonly contentDir: string;
  readonly privateDir: string;
  readonly media: MediaConfig;
}

interface ConfiguredFolder {
  readonly name: 'CONTENT_DIR' | 'PRIVATE_DIR' | 'MEDIA_DIR';
  readonly dir: string;
}

/** Finds folders inside each other, which must not be: each is scanned, ignored or served by its own rules. */
export function findNestedFolders({ contentDir, privateDir, media }: Folders): string[] {
  const folders: readonly ConfiguredFolder[] = [
    { name: 'CONTENT_DIR', dir: contentDir },
    { name: 'PRIVATE_DIR', dir: privateDir },
    ...(media.storage === 'local' ? [{ name: 'MEDIA_DIR', dir: media.dir } as const] : []),
  ];
  return folders.flatMap((inner, index) =>
    folders
      // The same folder under two names is reported once.
      .filter((outer, other) => isInsideFolder(inner, outer) && (inner.dir !== outer.dir || other < index))
      .map(
        (outer) =>
          `${inner.name} is ${JSON.stringify(inner.dir)}, but should be ${describeAllowedFolder(inner, outer)}`,
      ),
  );
}

function isInsideFolder(inner: ConfiguredFolder, outer: ConfiguredFolder): boolean {
  const names = relative(outer.dir, inner.dir).split(sep);
  return inner !== outer && names[0] !== '..' && !(mayHide(inner, outer) && names.some((name) => name.startsWith('.')));
}

/** Hidden folders are neither read as content nor served, so the private folder may be there during development. */
const mayHide = (inner: ConfiguredFolder, outer: ConfiguredFolder): boolean =>
  inner.name === 'PRIVATE_DIR' && outer.name === 'CONTENT_DIR';

const describeAllowedFolder = (inner: ConfiguredFolder, outer: ConfiguredFolder): string =>
  `outside of ${outer.name} (${outer.dir})${mayHide(inner, outer) ? ', or hidden in it by a name like ".quire"' : ''}`;
