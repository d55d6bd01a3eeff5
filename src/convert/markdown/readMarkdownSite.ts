import { posix } from 'node:path';
import { slugify } from '../../lib/text/slugify.ts';
import type { FoundPage, FoundSite, Json, Target } from '../foundSite.ts';
import { createLocalFiles } from '../localFiles.ts';
import { createNotes } from '../notes.ts';
import { proposeTypes } from '../proposeTypes.ts';
import { createRedirects } from '../redirects.ts';
import { parseMarkdown, resolveRichText, sourcesIn } from '../richText.ts';
import { createTerms } from '../terms.ts';
import { type Draft, findFiles, type MarkdownOptions, toDrafts } from './drafts.ts';
import { findLayout, type Layout } from './layout.ts';
import { createLinks } from './links.ts';
import { prepareText } from './prepareText.ts';
import { candidates, readDates, readFields, type Shared, termsOf, timeOf, titleOf } from './values.ts';

/** Reads the Markdown files of Hugo, Jekyll, Astro or Eleventy. @throws Error in words for the user */
export async function readMarkdownSite(
  options: MarkdownOptions,
  target: Target,
): Promise<FoundSite & { layout: Layout }> {
  const notes = createNotes();
  const layout = findLayout(options.root, notes);
  const drafts = toDrafts(await findFiles(options, notes), { options, layout, target, notes });
  const files = createLocalFiles(options.root, target, notes);
  const terms = createTerms(target, notes);
  const redirects = createRedirects(target);
  const links = createLinks(drafts, layout, notes);
  const groupOf = createGroups(drafts);

  const pages: FoundPage[] = [];
  for (const draft of drafts) {
    const { path, values, place, locale, slug, type } = draft;
    const document = await readBody(draft, { files, layout, links, notes });
    const { published, scheduled } = readDates(draft, target.now, notes);
    const isDraft = place.isDraft || values['draft'] === true || values['published'] === false;
    pages.push({
      ...{ locale, slug, type, title: titleOf(draft, document), status: isDraft ? 'draft' : 'published' },
      ...(published !== undefined && { publishedAt: published, createdAt: published }),
      ...(scheduled && !isDraft && { scheduledAt: published }),
      ...timeOf('updatedAt', values, ['lastmod', 'updated', 'updatedDate', 'last_modified_at']),
      ...timeOf('unpublishAt', values, ['expiryDate']),
      ...groupOf(draft),
      terms: termsOf(draft, layout, (...term) => terms.take(...term)),
      fields: { ...(await readFields(draft, { files, layout, notes })), ...(document && { body: document }) },
    });
    if (!isDraft) for (const path of formerPaths(draft, layout, target)) redirects.add(path, { locale, slug });
    if (target.hasPage(`${locale}/${slug}`))
      notes.add('A page already exists and is replaced', `${locale}/${slug} (${path})`);
  }
  return {
    ...proposeTypes(pages, target),
    taxonomies: terms.taxonomies(),
    media: files.media,
    menus: [],
    redirects: redirects.all,
    notes,
    layout,
  };
}

async function readBody(
  draft: Draft,
  { files, layout, links, notes }: Shared & { links: ReturnType<typeof createLinks> },
) {
  const text = prepareText(draft.body, draft.path, notes);
  const document = parseMarkdown(text, draft.path, notes);
  const keys = new Map<string, string>();
  for (const { src, alt } of sourcesIn(document)) {
    if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(src)) continue;
    const key = await files.take(candidates(src, draft.path, layout), draft.path, alt ? { altText: alt } : {});
    if (key === undefined) notes.add('A picture in a text is not in the folder', `${draft.path}: ${src}`);
    else keys.set(src, `media:${key}`);
  }
  const resolved = resolveRichText(document, {
    href: (href) => links.resolve(href, draft),
    source: (src) => keys.get(src) ?? src,
  });
  return resolved.content ? resolved : undefined;
}

/** The addresses a page had. In Hugo, pages of other languages than the default have the language before the address. */
function formerPaths({ values, place, locale }: Draft, layout: Layout, target: Target): readonly string[] {
  const isBelow = layout.name === 'Hugo' && locale !== target.defaultLocale;
  const path = posix.join('/', isBelow ? locale : '', place.address);
  const others = [values['aliases'], values['redirect_from']].flat().filter((one) => typeof one === 'string');
  return [path, ...others.map((one) => posix.resolve(posix.dirname(path), one))];
}

/** Groups translations, which share a translation key or an address; returns the group of a draft. */
function createGroups(all: readonly Draft[]): (draft: Draft) => Json {
  const nameOf = ({ values, place }: Draft): string => String(values['translationKey'] ?? place.address);
  const locales = new Map<string, Set<string>>();
  for (const one of all) locales.set(nameOf(one), (locales.get(nameOf(one)) ?? new Set()).add(one.locale));
  return (draft) => {
    const name = nameOf(draft);
    const isInMany = (locales.get(name)?.size ?? 0) > 1;
    return isInMany ? { translationGroup: slugify(name).slice(0, 100) || 'home' } : {};
  };
}
