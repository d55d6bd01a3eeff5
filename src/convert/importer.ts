import type { FoundSite, ImportTarget } from './foundSite.ts';

/** What an import is asked for, beside where it is written. */
export interface ImportSources {
  /** Globs of files, or one file. */
  readonly sources: readonly string[];
  /** The site's folder. */
  readonly root?: string;
  /** The folder with the media files. */
  readonly files?: string;
  /** The slug of one type for all pages. */
  readonly type?: string;
  /** The language of pages that do not name one. */
  readonly locale?: string;
}

type ImportOption = Exclude<keyof ImportSources, 'sources'>;

export interface RecognizedSite extends FoundSite {
  /** The system it was recognized as, such as "Hugo". */
  readonly system: string;
}

/** Reads the content of another system. */
export interface Importer {
  /** As `quire import --from` names it. */
  readonly name: string;
  /** Its arguments, in the help. */
  readonly usage: string;
  /** Whether it takes globs of many files, such as this one, instead of one file. */
  readonly globs?: string;
  /** The options that it has a use for. */
  readonly takes: readonly ImportOption[];
  /** Loads what it needs when it is called. */
  read(sources: ImportSources, target: ImportTarget): Promise<RecognizedSite>;
}

/** Declares the import from another system. */
export const defineImporter = (importer: Importer): Importer => Object.freeze(importer);
