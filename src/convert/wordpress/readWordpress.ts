import { makeEmptyFiles } from '../emptyFiles.ts';
import type { FoundPage, FoundSite, Target } from '../foundSite.ts';
import { createLocalFiles } from '../localFiles.ts';
import { createNotes, type Notes } from '../notes.ts';
import { proposeTypes } from '../proposeTypes.ts';
import { createRedirects } from '../redirects.ts';
import { createUnique, toPageSlug, toSlug } from '../slugs.ts';
import { createTerms } from '../terms.ts';
import { takeFiles } from './files.ts';
import { createLinks } from './links.ts';
import { readMenus } from './menus.ts';
import { addressOf, type Post, readPost } from './posts.ts';
import { readExportFile, textAt, type XmlElement } from './readExportFile.ts';
import { bodyOf, fieldsOf, seoOf, statusOf } from './values.ts';
import { declareTerms, termsOf } from './vocabularies.ts';
import { wordsOf } from './words.ts';

export interface WordpressOptions {
  readonly file: string;
  /** `wp-content/uploads` of the old site. */
  readonly files?: string | undefined;
  readonly locale?: string | undefined;
}

/** Post types of WordPress that are not content for readers. */
const NO_PAGES =
  /^(?:attachment|nav_menu_item|revision|custom_css|customize_changeset|oembed_cache|user_request|wp_.+|acf-.+)$/;

/** The parts of an export, not converted yet. */
interface Exported {
  readonly posts: readonly Post[];
  readonly authors: ReadonlyMap<string, string>;
  readonly terms: readonly XmlElement[];
  readonly siteUrls: readonly string[];
}

/** Reads an export of WordPress. @throws Error in words for the user if it is not one */
export async function readWordpress(
  { file, files: folder, locale: given }: WordpressOptions,
  target: Target,
): Promise<FoundSite> {
  const notes = createNotes();
  const { posts, authors, terms: declared, siteUrls } = await readAll(file);
  const locale = given ?? target.defaultLocale;
  const byId = new Map(posts.map((post) => [post.id, post]));
  const files = folder === undefined ? makeEmptyFiles() : createLocalFiles(folder, target, notes);
  const media = await takeFiles(posts, files, { notes, hasFolder: folder !== undefined });
  const terms = createTerms(target, notes, ['categories']);
  declareTerms(declared, terms);

  const unique = createUnique();
  const wanted = posts.filter((post) => isPage(post, notes));
  const slugs = new Map(
    wanted.map((post) => [
      post.id,
      unique(toPageSlug(addressOf(post, byId), post.link ? target.homeSlug : `${post.type}-${post.id}`)),
    ]),
  );
  const pageKey = (id: string): string | undefined => (slugs.has(id) ? `${locale}/${slugs.get(id)}` : undefined);
  const links = createLinks(wanted, { siteUrls, media, pageKey, byId });
  const redirects = createRedirects(target);

  const pages = wanted.map((post): FoundPage => {
    const slug = slugs.get(post.id)!;
    const place = `${post.type} "${post.title || post.name || post.id}"`;
    const address = addressOf(post, byId);
    if (post.link !== '' && post.status === 'publish') redirects.add(`/${address}`, { locale, slug });
    if (target.hasPage(`${locale}/${slug}`)) notes.add('A page already exists and is replaced', `${locale}/${slug}`);
    if (post.comments > 0) notes.add('Comments are not imported', `${place}: ${post.comments}`);
    return {
      ...{ locale, slug, type: toSlug(post.type, 'page'), title: (post.title || slug).slice(0, 500) },
      ...statusOf(post, place, notes, target.now),
      ...(post.updated !== undefined && { updatedAt: post.updated }),
      terms: termsOf(post, place, terms),
      seo: seoOf(post),
      fields: fieldsOf(post, {
        place,
        notes,
        author: authors.get(post.author) ?? post.author,
        media,
        body: bodyOf(post, place, links, notes),
      }),
    };
  });
  const menus = readMenus(posts, pageKey, notes);
  return {
    ...proposeTypes(pages, target),
    taxonomies: terms.taxonomies(),
    media: files.media,
    menus,
    redirects: redirects.all,
    notes,
  };
}

async function readAll(file: string): Promise<Exported> {
  const posts: Post[] = [];
  const authors = new Map<string, string>();
  const terms: XmlElement[] = [];
  const siteUrls: string[] = [];
  await readExportFile(file, (part) => {
    if (part.name === 'item') posts.push(readPost(part));
    else if (part.name === 'wp:author')
      authors.set(textAt(part, 'wp:author_login'), wordsOf(textAt(part, 'wp:author_display_name')));
    else if (/^(?:link|wp:base_(?:blog|site)_url)$/.test(part.name)) siteUrls.push(part.text.trim());
    else if (part.name !== 'title') terms.push(part);
  });
  return { posts, authors, terms, siteUrls };
}

function isPage({ type, status, title, id }: Post, notes: Notes): boolean {
  if (type === 'attachment' || type === 'nav_menu_item') return false;
  if (NO_PAGES.test(type)) notes.add(`Posts of the type "${type}" are not imported`, title || id);
  else if (status === 'trash' || status === 'auto-draft')
    notes.add('Posts in the trash and automatic drafts are not imported', title || id);
  else return true;
  return false;
}
