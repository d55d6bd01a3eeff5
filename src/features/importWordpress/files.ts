import type { LocalFiles } from '../../convert/localFiles.ts';
import type { Notes } from '../../convert/notes.ts';
import { decodeUriText } from '../../lib/text/decodeUriText.ts';
import type { WordpressPost } from './posts.ts';

/** The keys of files, by their addresses in texts and by the ids of their posts. */
export interface UploadKeys {
  readonly byUrl: ReadonlyMap<string, string>;
  readonly byId: ReadonlyMap<string, string>;
}

/** Takes the files of the media library that are in the folder. */
export async function importUploads(
  posts: readonly WordpressPost[],
  files: LocalFiles,
  { notes, hasFolder }: { notes: Notes; hasFolder: boolean },
): Promise<UploadKeys> {
  const byUrl = new Map<string, string>();
  const byId = new Map<string, string>();
  for (const post of posts.filter(({ type }) => type === 'attachment')) {
    const path = uploadPath(post.file);
    const altText = post.meta.get('_wp_attachment_image_alt')?.slice(0, 2000);
    const words = { ...(post.title && { title: post.title.slice(0, 500) }), ...(altText && { altText }) };
    const key =
      path === undefined ? undefined : await files.take([path, path.split('/').at(-1) ?? ''], post.file, words);
    if (key === undefined) {
      notes.add(
        hasFolder
          ? 'A file is not in the folder, so texts go on using its old address'
          : 'Files are not imported: name the folder that holds them with --files (wp-content/uploads)',
        post.file,
      );
      continue;
    }
    byUrl.set(withoutSize(path ?? ''), key);
    byId.set(post.id, key);
  }
  return { byUrl, byId };
}

/** A file's path in the folder of uploads; undefined for an address elsewhere. */
export const uploadPath = (url: string): string | undefined => /\/wp-content\/uploads\/([^?#]+)/.exec(url)?.[1];
/** The original of a picture that WordPress has scaled down: `a-300x200.jpg` → `a.jpg`. */
export const withoutSize = (path: string): string =>
  decodeUriText(path)
    .replace(/-\d+x\d+(?=\.\w+$)/, '')
    .replace(/-scaled(?=\.\w+$)/, '');
