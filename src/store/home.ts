import { entityOf, KINDS } from '../model/entities/index.ts';

/** Where records live: in the content repository, or in the private folder. */
export type Home = 'content' | 'private';
export const HOMES: readonly Home[] = ['content', 'private'];

/** The folder of the media files themselves; it holds no records. */
export const MEDIA_FILES = 'media/files';

/** The part of a path below the folder of media files; null for a path elsewhere. */
export const mediaFileAt = (path: string): string | null =>
  path.startsWith(`${MEDIA_FILES}/`) ? path.slice(MEDIA_FILES.length + 1) : null;

/** The top-level folder, or single file without its extension, of each kind of record. */
const topsOf = (home: Home): readonly { readonly name: string; readonly isFolder: boolean }[] =>
  KINDS.map(entityOf)
    .filter((entity) => entity.home === home)
    .map(({ file }) => ({ name: file.split('/')[0]!, isFolder: file.includes('/') }));
const TOPS: Readonly<Record<Home, ReturnType<typeof topsOf>>> = {
  content: topsOf('content'),
  private: topsOf('private'),
};

/** Whether a record may be at a path, or below it. */
export const isLookedAt = (home: Home, path: string): boolean =>
  !/(^|\/)\./.test(path) &&
  path !== MEDIA_FILES &&
  mediaFileAt(path) === null &&
  TOPS[home].some(({ name, isFolder }) =>
    isFolder ? path === name || path.startsWith(`${name}/`) : path.startsWith(`${name}.`) && !path.includes('/'),
  );
