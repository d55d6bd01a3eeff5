import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import type { ImportTarget, Json } from '../../convert/foundSite.ts';
import type { Notes } from '../../convert/notes.ts';
import { createUnique, toPageSlug, toSlug } from '../../convert/slugs.ts';
import { FileError } from '../../store/codec/fileError.ts';
import { MAX_FILE_BYTES } from '../../store/codec/limits.ts';
import { readMarkdown } from './frontMatter.ts';
import type { SiteLayout, SourceLocation } from './siteLayout.ts';

/** The most files of one import; a larger site is imported in parts. */
const MAX_FILES = 50_000;

export interface MarkdownOptions {
  /** The site's folder, which holds its settings, and in which globs and pictures are looked for. */
  readonly root: string;
  readonly globs: readonly string[];
  /** One type for all pages; by default each collection has its own. */
  readonly type?: string | undefined;
  readonly locale?: string | undefined;
}

/** A file that becomes a page. */
export interface MarkdownDraft {
  readonly path: string;
  readonly values: Json;
  readonly body: string;
  readonly place: SourceLocation;
  readonly locale: string;
  readonly slug: string;
  readonly type: string;
}

/** Finds the files to import. @throws Error in words for the user */
export async function findFiles({ root, globs }: MarkdownOptions, notes: Notes): Promise<readonly string[]> {
  const { default: glob } = await import('fast-glob');
  const found = await glob([...globs], {
    ...{ cwd: root, onlyFiles: true, followSymbolicLinks: false, unique: true, suppressErrors: true },
    // Installed packages and the output of the other systems.
    ignore: [
      '**/node_modules/**',
      '**/.git/**',
      '**/_site/**',
      'public/**',
      'dist/**',
      'vendor/**',
      'resources/_gen/**',
    ],
  });
  const folder = realpathSync(root) + sep;
  // A glob may begin with a symbolic link that leads elsewhere.
  const inside = found.filter(
    (path) => !path.startsWith('../') && !posix.isAbsolute(path) && realpathSync(join(root, path)).startsWith(folder),
  );
  if (inside.length < found.length) notes.add('Files outside of the folder are skipped', root);
  if (inside.length > MAX_FILES)
    throw new Error(
      `There are ${inside.length} files, but one import takes at most ${MAX_FILES}: import them in parts`,
    );
  return inside.sort();
}

export interface DraftParts {
  readonly options: MarkdownOptions;
  readonly layout: SiteLayout;
  readonly target: ImportTarget;
  readonly notes: Notes;
}

export function toDrafts(
  paths: readonly string[],
  { options, layout, target, notes }: DraftParts,
): readonly MarkdownDraft[] {
  const unique = createUnique();
  return paths.flatMap((path) => {
    if (!/\.(?:md|mdx|markdown|mdown)$/i.test(path)) {
      notes.add('Only Markdown files become pages', path);
      return [];
    }
    const read = readDraftFile(join(options.root, path), path, notes);
    if (!read) return [];
    if (layout.name === 'Jekyll' && read.isPlain) {
      notes.add('Files without front matter are not pages in Jekyll', path);
      return [];
    }
    const place = layout.placeOf(path, read.values);
    const locale = place.locale ?? options.locale ?? target.defaultLocale;
    const wanted = toPageSlug(place.address, target.homeSlug);
    const slug = unique(`${locale}/${wanted}`).slice(locale.length + 1);
    if (slug !== wanted) notes.add('Two files have the same address: the second gets another one', `${path}: ${slug}`);
    return [{ path, ...read, place, locale, slug, type: toSlug(options.type ?? place.collection, 'page') }];
  });
}

function readDraftFile(file: string, path: string, notes: Notes): ReturnType<typeof readMarkdown> | undefined {
  try {
    if (statSync(file).size > MAX_FILE_BYTES) throw new FileError('LIMIT', 'The file is larger than 4 MiB');
    return readMarkdown(readFileSync(file));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    notes.add('A file could not be read', `${path}: ${error.message}`);
    return undefined;
  }
}
