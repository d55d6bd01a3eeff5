import { posix } from 'node:path';
import type { Notes } from '../../convert/notes.ts';
import { decodeUriText } from '../../lib/text/decodeUriText.ts';
import { writePageAddress } from '../../model/richText/pageAddress.ts';
import type { MarkdownDraft } from './drafts.ts';
import type { SiteLayout } from './siteLayout.ts';

/** Resolves links between files to pages. */
export interface FileLinks {
  /** Returns the address of the page that a link leads to, or the link's own address if there is none. */
  resolve(href: string, from: MarkdownDraft): string | null;
}

const FOLDERS = ['', 'content/', 'src/content/', 'src/', 'src/pages/'];

/** `posts/a/index.md`, `/posts/a/`, `/posts/a.html` → `posts/a`. */
const plainPath = (path: string): string =>
  posix
    .normalize(`/${path}`)
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\.(?:md|mdx|markdown|mdown|html?)$/i, '')
    .replace(/\/_?index$/, '')
    .slice(1)
    .toLowerCase();

export function createFileLinks(drafts: readonly MarkdownDraft[], { siteUrl }: SiteLayout, notes: Notes): FileLinks {
  const byPath = new Map(drafts.map((draft) => [plainPath(draft.path), draft]));
  const byName = new Map(drafts.map((draft) => [posix.basename(draft.path).toLowerCase(), draft]));
  const byAddress = new Map(drafts.map((draft) => [`${draft.locale} ${plainPath(draft.place.address)}`, draft]));
  const locales = new Set(drafts.map(({ locale }) => locale));
  const origin = siteUrl?.replace(/(?<!\/)\/+$/, '');

  function findByAddress(address: string, locale: string): MarkdownDraft | undefined {
    const plain = plainPath(address);
    const [first = '', ...others] = plain.split('/');
    const named = [...locales].find((one) => one.toLowerCase() === first);
    return byAddress.get(`${locale} ${plain}`) ?? byAddress.get(`${named} ${others.join('/')}`);
  }

  function find(path: string, from: MarkdownDraft): MarkdownDraft | undefined {
    const isFromRoot = path.startsWith('/');
    const { address } = from.place;
    const paths = isFromRoot
      ? FOLDERS.map((folder) => folder + path.slice(1))
      : [posix.join(posix.dirname(from.path), path), ...FOLDERS.map((folder) => folder + path)];
    const addresses = isFromRoot
      ? [path]
      : [posix.join(`/${address}`, path), posix.join(`/${posix.dirname(address)}`, path)];
    for (const one of paths) {
      const found = byPath.get(plainPath(one));
      if (found) return found;
    }
    const found = addresses.map((one) => findByAddress(one, from.locale)).find((one) => one !== undefined);
    return found ?? (/\.mdx?$/i.test(path) ? byName.get(posix.basename(path).toLowerCase()) : undefined);
  }

  return {
    resolve(given, from) {
      const href = origin && given.startsWith(`${origin}/`) ? given.slice(origin.length) : given;
      if (href === '' || href.startsWith('#') || /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(href)) return href;
      const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(href) ?? [];
      const page = find(decodeUriText(path), from);
      if (page) return writePageAddress({ key: `${page.locale}/${page.slug}`, rest: rest.replace(/\s/g, '%20') });
      notes.add('A link leads to no imported page, and stays as it is', `${from.path}: ${given}`);
      // A relative link is made absolute, because the page may have a new address.
      return path.startsWith('/') ? href : encodeURI(decodeUriText(posix.join('/', from.place.address, path))) + rest;
    },
  };
}
