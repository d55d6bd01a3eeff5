import type { Notes } from './notes.ts';

export type Json = Readonly<Record<string, unknown>>;

/** A file that becomes a media item. */
export interface FoundMedia {
  readonly key: string;
  /** Where its bytes are. */
  readonly path: string;
  readonly originalName: string;
  readonly title?: string;
  readonly altText?: string;
}

/** Another system's content, as records in the form of the export document (`GET /api/admin/export`). */
export interface FoundSite {
  readonly contentTypes: readonly Json[];
  readonly taxonomies: readonly Json[];
  readonly media: readonly FoundMedia[];
  readonly menus: readonly Json[];
  readonly pages: readonly FoundSitePage[];
  readonly redirects: readonly Json[];
  readonly notes: Notes;
}

export interface FoundSitePage extends Json {
  readonly locale: string;
  readonly slug: string;
  readonly type: string;
  readonly title: string;
}

/** The site to import into: its types get the fields they lack, and its terms are kept. */
export interface ImportTarget {
  readonly defaultLocale: string;
  readonly homeSlug: string;
  readonly now: Date;
  /** The content type as its file has it. */
  contentType(slug: string): Json | undefined;
  hasPage(key: string): boolean;
  hasMedia(key: string): boolean;
  /** The key of the media item with these bytes, by their SHA-256 in hex. */
  mediaOfHash(hash: string): string | undefined;
  /** The vocabulary as its file has it. */
  taxonomy(slug: string): Json | undefined;
}
