import { makeEmptyFiles } from '../../convert/emptyFiles.ts';
import type { FoundSite, FoundSitePage, ImportTarget } from '../../convert/foundSite.ts';
import { createLocalFiles } from '../../convert/localFiles.ts';
import { createNotes, type Notes } from '../../convert/notes.ts';
import { proposeTypes } from '../../convert/proposeTypes.ts';
import { createRedirects } from '../../convert/redirects.ts';
import { createUnique, toPageSlug, toSlug } from '../../convert/slugs.ts';
import { createTerms } from '../../convert/terms.ts';
import { importUploads } from './files.ts';
import { readMenus } from './menus.ts';
import { createPostLinks } from './postLinks.ts';
import { postAddress, readPost, type WordpressPost } from './posts.ts';
import { childText, readExportFile, type XmlElement } from './readExportFile.ts';
import { postBody, postFields, postStatus, seoOf } from './values.ts';
import { declareTerms, postTerms } from './vocabularies.ts';
import { decodeTitle } from './words.ts';

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
interface WordpressExport {
  readonly posts: readonly WordpressPost[];
  readonly authors: ReadonlyMap<string, string>;
  readonly terms: readonly XmlElement[];
  readonly siteUrls: readonly string[];
}

/** Reads an export of WordPress. @throws Error in words for the user if it is not one */
export async function readWordpress(
  { file, files: folder, locale: given }: WordpressOptions,
  target: ImportTarget,
): Promise<FoundSite> {
  const notes = createNotes();
  const { posts, authors, terms: declared, siteUrls } = await readWordpressExport(file);
  const locale = given ?? target.defaultLocale;
  const byId = new Map(posts.map((post) => [post.id, post]));
  const files = folder === undefined ? makeEmptyFiles() : createLocalFiles(folder, target, notes);
  const media = await importUploads(posts, files, { notes, hasFolder: folder !== undefined });
  const terms = createTerms(target, notes, ['categories']);
  declareTerms(declared, terms);

  const unique = createUnique();
  const wanted = posts.filter((post) => isPage(post, notes));
  const slugs = new Map(
    wanted.map((post) => [
      post.id,
      unique(toPageSlug(postAddress(post, byId), post.link ? target.homeSlug : `${post.type}-${post.id}`)),
    ]),
  );
  const pageKey = (id: string): string | undefined => (slugs.has(id) ? `${locale}/${slugs.get(id)}` : undefined);
  const links = createPostLinks(wanted, { siteUrls, media, pageKey, byId });
  const redirects = createRedirects(target);

  const pages = wanted.map((post): FoundSitePage => {
    const slug = slugs.get(post.id)!;
    const place = `${post.type} "${post.title || post.name || post.id}"`;
    const address = postAddress(post, byId);
    if (post.link !== '' && post.status === 'publish') redirects.add(`/${address}`, { locale, slug });
    if (target.hasPage(`${locale}/${slug}`)) notes.add('A page already exists and is replaced', `${locale}/${slug}`);
    if (post.comments > 0) notes.add('Comments are not imported', `${place}: ${post.comments}`);
    return {
      ...{ locale, slug, type: toSlug(post.type, 'page'), title: (post.title || slug).slice(0, 500) },
      ...postStatus(post, place, notes, target.now),
      ...(post.updated !== undefined && { updatedAt: post.updated }),
      terms: postTerms(post, place, terms),
      seo: seoOf(post),
      fields: postFields(post, {
        place,
        notes,
        author: authors.get(post.author) ?? post.author,
        media,
        body: postBody(post, place, links, notes),
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

async function readWordpressExport(file: string): Promise<WordpressExport> {
  const posts: WordpressPost[] = [];
  const authors = new Map<string, string>();
  const terms: XmlElement[] = [];
  const siteUrls: string[] = [];
  await readExportFile(file, (part) => {
    if (part.name === 'item') posts.push(readPost(part));
    else if (part.name === 'wp:author')
      authors.set(childText(part, 'wp:author_login'), decodeTitle(childText(part, 'wp:author_display_name')));
    else if (/^(?:link|wp:base_(?:blog|site)_url)$/.test(part.name)) siteUrls.push(part.text.trim());
    else if (part.name !== 'title') terms.push(part);
  });
  return { posts, authors, terms, siteUrls };
}

function isPage({ type, status, title, id }: WordpressPost, notes: Notes): boolean {
  if (type === 'attachment' || type === 'nav_menu_item') return false;
  if (NO_PAGES.test(type)) notes.add(`Posts of the type "${type}" are not imported`, title || id);
  else if (status === 'trash' || status === 'auto-draft')
    notes.add('Posts in the trash and automatic drafts are not imported', title || id);
  else return true;
  return false;
}
