import type { Json } from '../../convert/foundSite.ts';
import { htmlToRichText } from '../../convert/html/htmlToRichText.ts';
import { MediaRef } from '../../convert/mediaRef.ts';
import type { Notes } from '../../convert/notes.ts';
import { SAME_NAME, toFieldName } from '../../convert/proposeFields.ts';
import { resolveRichText } from '../../convert/richText.ts';
import type { UploadKeys } from './files.ts';
import type { PostLinks } from './postLinks.ts';
import { customFields, type WordpressPost } from './posts.ts';

export function postStatus(post: WordpressPost, place: string, notes: Notes, now: Date): Json {
  const isPublic = (post.status === 'publish' || post.status === 'future') && !post.isProtected;
  if (post.isProtected || post.status === 'private') notes.add('A private or protected post became a draft', place);
  const { published } = post;
  return {
    status: isPublic ? 'published' : 'draft',
    ...(published !== undefined && { publishedAt: published, createdAt: published }),
    ...(isPublic && published !== undefined && published > now.toISOString() && { scheduledAt: published }),
  };
}

/** SEO values, as the Yoast plugin keeps them. */
export function seoOf({ meta }: WordpressPost): Json {
  const [title, description] = [meta.get('_yoast_wpseo_title'), meta.get('_yoast_wpseo_metadesc')];
  return {
    ...(title && !title.includes('%%') && { metaTitle: title.slice(0, 500) }),
    ...(description && { metaDescription: description.slice(0, 2000) }),
  };
}

interface FieldParts {
  readonly place: string;
  readonly notes: Notes;
  readonly author: string;
  readonly media: UploadKeys;
  readonly body: object;
}

export function postFields(post: WordpressPost, { place, notes, author, media, body }: FieldParts): Json {
  const fields: Record<string, unknown> = {};
  for (const [given, value] of Object.entries(customFields(post))) {
    const name = toFieldName(given);
    if (name === undefined || ['author', 'excerpt', 'cover', 'body'].includes(name))
      notes.add('A custom field is left out because of its name', `${place}: ${given}`);
    else if (Object.hasOwn(fields, name)) notes.add(SAME_NAME, `${place}: ${given}`);
    else fields[name] = value;
    if (/^[aO]:\d+:/.test(String(value)))
      notes.add('A custom field holds serialized PHP, which is kept as text', `${place}: ${given}`);
  }
  const cover = media.byId.get(post.meta.get('_thumbnail_id') ?? '');
  if (post.meta.has('_thumbnail_id') && cover === undefined) notes.add('A featured image was not imported', place);
  return {
    ...(author !== '' && { author }),
    ...(post.excerpt !== '' && { excerpt: post.excerpt }),
    ...(cover !== undefined && { cover: new MediaRef(cover, cover) }),
    ...fields,
    body,
  };
}

/** A figure in the classic editor's texts: `[caption …]<img> words[/caption]`. */
const CAPTION =
  /\[caption[^[\]]*\]\s*((?:<a\b[^<>]*>\s*)?<img\b[^<>]*>(?:\s*<\/a>)?)((?:(?!\[caption)[\s\S])*?)\[\/caption\]/g;

/** A gallery: pictures of the library, by their ids. */
const GALLERY = /\[gallery\b([^[\]\n]*)\]/g;
const GALLERY_IDS = /\bids="([\d,\s]+)"/;
/** An address alone on its line, which WordPress embeds. */
const EMBED =
  /(^|\n|<p>|<div class="wp-block-embed__wrapper">)([ \t]*)(https?:\/\/[^\s<>"'[\]]+)(?=[ \t]*(?:\r?\n|<\/div>|<\/p>|$))/g;

export function postBody(post: WordpressPost, place: string, links: PostLinks, notes: Notes): object {
  const html = post.html
    .replace(CAPTION, '<figure>$1<figcaption>$2</figcaption></figure>')
    .replace(GALLERY, (whole, given: string) => {
      const ids = GALLERY_IDS.exec(given)?.[1]?.split(',');
      return ids?.map((id) => links.picture(id.trim())).join('\n') ?? whole;
    })
    .replace(EMBED, '$1$2<a href="$3">$3</a>');
  const shortcode = /\[([a-z][\w-]*)(?:\s[^[\]\n]*)?\](?!\()/.exec(html.replace(/<!--[\s\S]*?(?:-->|$)/g, ''))?.[1];
  if (shortcode) notes.add(`Shortcodes are left in the text as they are: [${shortcode}]`, place);
  const keepsLines = !/<!-- wp:|<p[\s>]/.test(html);
  const document = htmlToRichText(html, { notes, place, keepsLines });
  return resolveRichText(document, { href: links.resolve, source: links.source });
}
