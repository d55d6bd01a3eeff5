import type { ExtensionLookup, RecordFields } from './record.ts';

/** A block in a region of a page: an inline one (`type`, `fields`) or a reusable one (`block`, `overrides`). */
export interface MigratedBlock {
  readonly id: number;
  readonly type?: string;
  readonly fields?: RecordFields;
  readonly block?: string;
  readonly overrides?: RecordFields;
  readonly title?: string;
  readonly hidden?: boolean;
}

/** A page as a migration by code reads it, and gives it back. Frozen. What it gives back without a key keeps that key's value. */
export interface MigratedPage {
  readonly type: string;
  readonly locale: string;
  readonly slug: string;
  readonly title: string;
  readonly status: 'draft' | 'published' | 'archived';
  readonly fields: RecordFields;
  readonly regions: Readonly<Record<string, readonly MigratedBlock[]>>;
  /** The slugs of its terms, by vocabulary. */
  readonly terms: Readonly<Record<string, readonly string[]>>;
  readonly seo: Readonly<Record<string, string | undefined>>;
}

/** A migration by code: `quire migrate ./file.ts` runs what the file exports by default over all pages of some types. */
export interface MigrationDefinition {
  /** The slugs of the content types whose pages it changes; `*` for all. */
  readonly types: readonly string[];
  /** The languages of these pages; all by default. */
  readonly locales?: readonly string[];
  /** What it does, in a line: the subject of its commit. */
  readonly title?: string;
  /** Pure: the same page always gives the same page. Give back the page itself where nothing is to change. */
  migrate(page: MigratedPage, tools: { readonly lookup: ExtensionLookup }): Partial<MigratedPage>;
}

/** Declares a migration by code. */
export const migration = (definition: MigrationDefinition): MigrationDefinition => Object.freeze(definition);
