import { PAGE_STATUSES } from '../../model/entities/page.ts';
import { choice, named, object } from '../../model/schema/schema.ts';
import { boolean, id, integer, listOf, orNull, string, time } from './values.ts';

const status = choice(...PAGE_STATUSES);
const counted = ['pages', 'published', 'drafts', 'blocks', 'media', 'menus', 'users', 'problems'] as const;
const pageFound = { id, type: string, title: string, slug: string, locale: string, status };

/** A problem with a file or with the repository. */
export const PROBLEM = named(
  'Problem',
  object(
    { path: string, severity: choice('error', 'warning'), code: string, message: string },
    {
      line: integer,
      column: integer,
      record: object({ kind: string, id, key: string }, { title: string }),
      /** The path of the value concerned, as in the file. */
      field: listOf(string),
    },
  ),
);

export const DASHBOARD = named(
  'Dashboard',
  object({
    stats: object(Object.fromEntries(counted.map((name) => [name, integer]))),
    recentPages: listOf(object({ ...pageFound, updatedAt: time })),
    problems: listOf(PROBLEM),
  }),
);

export const ADMIN_SEARCH = named(
  'AdminSearchResult',
  object({
    pages: listOf(object(pageFound)),
    blocks: listOf(object({ id, title: orNull(string), typeSlug: string, isReusable: boolean })),
    media: listOf(object({ id, title: orNull(string), originalName: string, mimeType: string })),
    menus: listOf(object({ id, name: string, slug: string })),
    terms: listOf(
      object({ id, name: string, slug: string, taxonomyId: id, taxonomySlug: string, taxonomyName: string }),
    ),
  }),
);
