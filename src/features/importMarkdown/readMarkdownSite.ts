import { posix } from 'node:path';
import type { FoundSite, FoundSitePage, ImportTarget, Json } from '../../convert/foundSite.ts';
import { createLocalFiles } from '../../convert/localFiles.ts';
import { createNotes } from '../../convert/notes.ts';
import { proposeTypes } from '../../convert/proposeTypes.ts';
import { createRedirects } from '../../convert/redirects.ts';
import { parseImportedMarkdown, resolveRichText, sourcesIn } from '../../convert/richText.ts';
import { createTerms } from '../../convert/terms.ts';
import { slugify } from '../../lib/text/slugify.ts';
import { findFiles, type MarkdownDraft, type MarkdownOptions, toDrafts } from './drafts.ts';
import { createFileLinks } from './fileLinks.ts';
import { prepareText } from './prepareText.ts';
import { findLayout, type SiteLayout } from './siteLayout.ts';
import {
  candidates,
  draftTerms,
  draftTitle,
  type MarkdownImport,
  readDates,
  readFrontMatterFields,
  readTimeField,
} from './values.ts';

/** Reads the Markdown files of Hugo, Jekyll, Astro or Eleventy. @throws Error in words for the user */
export async function readMarkdownSite(
  options: MarkdownOptions,
  target: ImportTarget,
): Promise<FoundSite & { layout: SiteLayout }> {
  const notes = createNotes();
  const layout = findLayout(options.root, notes);
  const drafts = toDrafts(await findFiles(options, notes), { options, layout, target, notes });
  const files = createLocalFiles(options.root, target, notes);
  const terms = createTerms(target, notes);
  const redirects = createRedirects(target);
  const links = createFileLinks(drafts, layout, notes);
  const groupOf = createTranslationGroups(drafts);

  const pages: FoundSitePage[] = [];
  for (const draft of drafts) {
    const { path, values, place, locale, slug, type } = draft;
    const document = await readDraftBody(draft, { files, layout, links, notes });
    const { published, scheduled } = readDates(draft, target.now, notes);
    const isDraft = place.isDraft || values['draft'] === true || values['published'] === false;
    pages.push({
      ...{ locale, slug, type, title: draftTitle(draft, document), status: isDraft ? 'draft' : 'published' },
      ...(published !== undefined && { publishedAt: published, createdAt: published }),
      ...(scheduled && !isDraft && { scheduledAt: published }),
      ...readTimeField('updatedAt', values, ['lastmod', 'updated', 'updatedDate', 'last_modified_at']),
      ...readTimeField('unpublishAt', values, ['expiryDate']),
      ...groupOf(draft),
      terms: draftTerms(draft, layout, (...term) => terms.take(...term)),
      fields: {
        ...(await readFrontMatterFields(draft, { files, layout, notes })),
        ...(document && { body: document }),
      },
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

async function readDraftBody(
  draft: MarkdownDraft,
  { files, layout, links, notes }: MarkdownImport & { links: ReturnType<typeof createFileLinks> },
) {
  const text = prepareText(draft.body, draft.path, notes);
  const document = parseImportedMarkdown(text, draft.path, notes);
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
function formerPaths(
  { values, place, locale }: MarkdownDraft,
  layout: SiteLayout,
  target: ImportTarget,
): readonly string[] {
  const isBelow = layout.name === 'Hugo' && locale !== target.defaultLocale;
  const path = posix.join('/', isBelow ? locale : '', place.address);
  const others = [values['aliases'], values['redirect_from']].flat().filter((one) => typeof one === 'string');
  return [path, ...others.map((one) => posix.resolve(posix.dirname(path), one))];
}

/** Groups translations, which share a translation key or an address; returns the group of a draft. */
function createTranslationGroups(all: readonly MarkdownDraft[]): (draft: MarkdownDraft) => Json {
  const nameOf = ({ values, place }: MarkdownDraft): string => String(values['translationKey'] ?? place.address);
  const locales = new Map<string, Set<string>>();
  for (const one of all) locales.set(nameOf(one), (locales.get(nameOf(one)) ?? new Set()).add(one.locale));
  return (draft) => {
    const name = nameOf(draft);
    const isInMany = (locales.get(name)?.size ?? 0) > 1;
    return isInMany ? { translationGroup: slugify(name).slice(0, 100) || 'home' } : {};
  };
}
