import { posix } from 'node:path';
import type { Json } from '../../convert/foundSite.ts';
import { parseLooseTime } from '../../convert/times.ts';
import { decodeUriText } from '../../lib/text/decodeUriText.ts';
import { childText, type XmlElement } from './readExportFile.ts';
import { decodeTitle } from './words.ts';

/** A post, page, file or menu item of WordPress. */
export interface WordpressPost {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly status: string;
  readonly link: string;
  readonly name: string;
  readonly parent: string;
  readonly author: string;
  readonly html: string;
  readonly excerpt: string;
  readonly published: string | undefined;
  readonly updated: string | undefined;
  readonly isProtected: boolean;
  readonly comments: number;
  readonly file: string;
  readonly order: number;
  readonly terms: readonly { readonly domain: string; readonly slug: string; readonly name: string }[];
  readonly meta: ReadonlyMap<string, string>;
}

export function readPost(item: XmlElement): WordpressPost {
  const at = (name: string): string => childText(item, name);
  const all = (name: string): readonly XmlElement[] => item.children.filter((child) => child.name === name);
  const gmt = at('wp:post_date_gmt');
  return {
    ...{
      id: at('wp:post_id'),
      type: at('wp:post_type') || 'post',
      title: decodeTitle(at('title')),
      status: at('wp:status'),
    },
    ...{
      link: at('link'),
      name: decodeUriText(at('wp:post_name')),
      parent: at('wp:post_parent'),
      author: at('dc:creator'),
    },
    ...{ html: rawText(item, 'content:encoded'), excerpt: at('excerpt:encoded'), file: at('wp:attachment_url') },
    // A draft has no time yet: WordPress writes zeros.
    published:
      parseLooseTime(/^0000/.test(gmt) ? '' : gmt) ??
      parseLooseTime(/^0000/.test(at('wp:post_date')) ? '' : at('wp:post_date')),
    updated: parseLooseTime(at('wp:post_modified_gmt')),
    isProtected: at('wp:post_password') !== '',
    comments: all('wp:comment').length,
    order: Number(at('wp:menu_order')) || 0,
    terms: all('category').map(({ attributes, text }) => ({
      ...{
        domain: attributes['domain'] ?? 'category',
        slug: decodeUriText(attributes['nicename'] ?? ''),
        name: decodeTitle(text.trim()),
      },
    })),
    meta: new Map(all('wp:postmeta').map((meta) => [childText(meta, 'wp:meta_key'), childText(meta, 'wp:meta_value')])),
  };
}

/** The text of a child, not trimmed: the first lines of a text may be empty. */
const rawText = ({ children }: XmlElement, name: string): string =>
  children.find((child) => child.name === name)?.text ?? '';

/** More levels than a page's address has here: see `toPageSlug`. */
const MAX_LEVELS = 50;

/**
 * A post's old address, as a path without outer slashes; made from its parents' names if it has no address yet. An
 * address with very many levels has the last ones only.
 */
export function postAddress(post: WordpressPost, byId: ReadonlyMap<string, WordpressPost>): string {
  const url = URL.canParse(post.link) ? new URL(post.link) : undefined;
  const isPlain = !url || /[?&](?:p|page_id|post_type)=/.test(url.search);
  if (!isPlain) return decodeUriText(url.pathname).replace(/^\/+|(?<!\/)\/+$/g, '');
  const above = new Map<string, WordpressPost>();
  for (let one: WordpressPost | undefined = post; one && !above.has(one.id); one = byId.get(one.parent)) {
    if (above.size === MAX_LEVELS) break;
    above.set(one.id, one);
  }
  return posix.join(...[...above.values()].toReversed().map(({ id, name }) => name || id));
}

/** The custom fields of a post that its own site has added. */
export function customFields({ meta }: WordpressPost): Json {
  return Object.fromEntries([...meta].filter(([name, value]) => name !== '' && !name.startsWith('_') && value !== ''));
}
