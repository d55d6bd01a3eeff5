import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { FoundSite, ImportTarget, Json } from '../../src/convert/foundSite.ts';
import { writeImportDocument } from '../../src/convert/writeImportDocument.ts';
import { SYSTEM } from '../../src/model/access.ts';
import { NOW, type Site } from '../makeSite.ts';

/** A picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);

/** Makes a temporary folder with these files, which is deleted when the test ends. */
export function makeFolder(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-convert-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** A site without content. */
export const EMPTY: ImportTarget = {
  ...{ defaultLocale: 'en', homeSlug: 'home', now: new Date(NOW) },
  contentType: () => undefined,
  hasPage: () => false,
  hasMedia: () => false,
  mediaOfHash: () => undefined,
  taxonomy: () => undefined,
};

/** Imports a converted site as `quire import` does. */
export const importInto = ({ cms }: Site, found: FoundSite) => cms.importContent(writeImportDocument(found), SYSTEM);

export const pageOf = ({ pages }: FoundSite, slug: string, locale = 'en'): Json | undefined =>
  pages.find((page) => page.slug === slug && page.locale === locale);
