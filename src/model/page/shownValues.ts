import type { Page } from '../entities/page.ts';
import type { Settings } from '../entities/settings.ts';
import type { Entry, Problem } from '../entry.ts';
import type { Detail } from '../errors.ts';
import type { Kind } from '../records.ts';
import { FORMATS } from '../schema/formats.ts';

type PublicTextFormat = 'imageAddress' | 'canonicalUrl' | 'robots' | 'href';

/** A text that front ends put into tags and headers, and the format that it must have. */
interface PublicText {
  readonly path: readonly string[];
  readonly text: string | undefined;
  readonly format: PublicTextFormat;
}

const PLACED: { readonly [K in Kind]?: (data: never) => readonly PublicText[] } = {
  page: ({ seo }: Page) => [
    { path: ['seo', 'ogImage'], text: seo.ogImage, format: 'imageAddress' },
    { path: ['seo', 'canonicalUrl'], text: seo.canonicalUrl, format: 'canonicalUrl' },
    { path: ['seo', 'robots'], text: seo.robots, format: 'robots' },
  ],
  settings: ({ logo, social }: Settings) => [
    { path: ['logo'], text: logo, format: 'imageAddress' },
    ...Object.entries(social).map(([name, text]) => ({ path: ['social', name], text, format: 'href' as const })),
  ],
};

/** The text if it has the format, else null: a file may hold anything (SECURITY, 39). */
export const shownText = (text: string | undefined, format: PublicTextFormat): string | null =>
  text !== undefined && FORMATS[format]?.test(text) ? text : null;

/** The problems of texts that front ends put into tags and headers, except texts that were already there `before`. */
export function checkShown(kind: Kind, data: unknown, before?: unknown): readonly Detail[] {
  // The row is the one for the record's own kind.
  const placed = PLACED[kind] as ((data: unknown) => readonly PublicText[]) | undefined;
  if (placed === undefined) return [];
  const had = new Set(before === undefined ? [] : placed(before).map(({ text }) => text));
  return placed(data)
    .filter(({ text, format }) => text !== undefined && !had.has(text) && shownText(text, format) === null)
    .map(({ path, format }) => ({ path, message: `must be ${FORMATS[format]?.expected}` }));
}

/** The same, as problems of a file. */
export const unshownOf = ({ kind, path, data }: Entry): readonly Problem[] =>
  checkShown(kind, data).map(({ path: at, message }) => ({
    path,
    at,
    code: 'UNFIT_VALUE',
    message: `${at.join('.')} ${message}: it is not shown to the public`,
  }));
