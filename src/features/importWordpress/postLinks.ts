import { decodeUriText } from '../../lib/text/decodeUriText.ts';
import { escapeHtml } from '../../lib/text/escapeHtml.ts';
import { type UploadKeys, uploadPath, withoutSize } from './files.ts';
import { postAddress, type WordpressPost } from './posts.ts';

/** The new addresses of links and pictures in texts. */
export interface PostLinks {
  resolve(href: string): string;
  source(src: string): string;
  /** A file of the library as an `img`; empty if there is no file with that id. */
  picture(id: string): string;
}

interface LinkParts {
  readonly siteUrls: readonly string[];
  readonly media: UploadKeys;
  readonly pageKey: (id: string) => string | undefined;
  readonly byId: ReadonlyMap<string, WordpressPost>;
}

/** Links within the old site lead to pages, and its pictures to media items; all other addresses stay. */
export function createPostLinks(
  posts: readonly WordpressPost[],
  { siteUrls, media, pageKey, byId }: LinkParts,
): PostLinks {
  const hosts = new Set(
    siteUrls.flatMap((url) => (URL.canParse(url) ? [new URL(url).host.replace(/^www\./, '')] : [])),
  );
  const byPath = new Map(posts.map((post) => [`/${postAddress(post, byId)}`.toLowerCase(), post.id]));
  const [base = 'https://relative.invalid'] = siteUrls.filter((url) => URL.canParse(url));
  return {
    resolve(href) {
      if (!URL.canParse(href, base) || href.startsWith('#')) return href;
      const url = new URL(href, base);
      if (!/^https?:$/.test(url.protocol) || !hosts.has(url.host.replace(/^www\./, ''))) return href;
      const asked = url.searchParams.get('p') ?? url.searchParams.get('page_id');
      const key = pageKey(
        asked ??
          byPath.get(
            decodeUriText(url.pathname)
              .replace(/(?<!\/)\/+$/, '')
              .toLowerCase() || '/',
          ) ??
          '',
      );
      return key === undefined ? href : `page:${key}${url.hash}`;
    },
    source(src) {
      const path = uploadPath(src);
      const key = path === undefined ? undefined : media.byUrl.get(withoutSize(path));
      return key === undefined ? src : `media:${key}`;
    },
    picture(id) {
      const { file = '', meta } = byId.get(id) ?? {};
      const alt = meta?.get('_wp_attachment_image_alt') ?? '';
      return file === '' ? '' : `<figure><img src="${escapeHtml(file)}" alt="${escapeHtml(alt)}"></figure>`;
    },
  };
}
