import { type Client, type Config, escapeHtml as esc, type MenuItem, renderRichText, srcset, type UntypedSite } from '@quire-cms/quire/client';
import { renderBlock } from './blocks.ts';

export type Page = UntypedSite['page'];
export type Item = UntypedSite['item'];

export interface Site {
  readonly quire: Client;
  readonly config: Config;
  /** All pages in all languages, by id. */
  readonly pages: ReadonlyMap<number, Item>;
  readonly menus: Readonly<Record<'main' | 'footer', readonly MenuItem[]>>;
  /** Whether elements name the field they show, for the editor. */
  readonly isPreview?: boolean;
  pathOf(page: Pick<Item, 'slug' | 'locale'>): string;
}

/** Rich text as HTML, whether the site delivers it as a document or as HTML. */
export const richText = (value: unknown): string =>
  typeof value === 'string' ? value : renderRichText(value as Parameters<typeof renderRichText>[0]);

/** Renders a picture by its id, or the item itself if the site expands media. */
export async function picture(value: unknown, { quire }: Site, sizes = '100vw'): Promise<string> {
  const media = typeof value === 'number' ? await quire.media(value) : (value as Awaited<ReturnType<Client['media']>>);
  if (!media?.width || !media.height) return '';
  const { width, height, url, variantUrls } = media;
  const widths = srcset(media);
  const set = widths ? ` srcset="${esc(widths)}" sizes="${sizes}"` : '';
  return `<img src="${esc(widths ? variantUrls.large : url)}"${set} width="${width}" height="${height}" alt="${esc(media.alt ?? '')}" loading="lazy">`;
}

/** Renders a link field, to a page of the site or elsewhere. */
export function link(value: unknown, className = ''): string {
  const { url, text, title, target } = (value ?? {}) as Record<'url' | 'text' | 'title' | 'target', string | null>;
  if (!url) return '';
  const opens = target === '_blank' ? ' target="_blank" rel="noopener"' : '';
  return `<a href="${esc(url)}"${opens}${className && ` class="${className}"`}>${esc(text || title || url)}</a>`;
}

const menu = (items: readonly MenuItem[], site: Site, locale: string): string =>
  `<ul>${items
    .map(({ title, url, page_slug, children }) => {
      const href = page_slug === null ? url : site.pathOf({ slug: page_slug, locale });
      const below = children.length > 0 ? menu(children, site, locale) : '';
      return `<li>${href === null ? `<span>${esc(title)}</span>` : `<a href="${esc(href)}">${esc(title)}</a>`}${below}</li>`;
    })
    .join('')}</ul>`;

/** In a preview, names on the first element the value it shows, so that a click on it opens that field. */
const mark = (html: string, path: string, { isPreview }: Site): string =>
  isPreview ? html.replace(/^<\w+/, (tag) => `${tag} data-quire-field="${esc(path)}"`) : html;

/** Renders a whole page as HTML. */
export async function renderPage(page: Page, site: Site): Promise<string> {
  const { config, menus, pathOf } = site;
  const { title, seo, locale, fields, regions, translations } = page;
  const shown: string[] = [];
  for (const name of Object.keys(regions)) {
    const blocks = await Promise.all(regions[name]!.map(async (block) => mark(await renderBlock(block, site), `regions/${name}/${block.id}`, site)));
    shown.push(`<div class="region region-${esc(name)}">${blocks.join('')}</div>`);
  }
  const hasHero = Object.values(regions).flat().some(({ block_type: type }) => type === 'hero');
  const head = hasHero ? '' : `<header class="title">${mark(await picture(fields['cover'], site), 'fields/cover', site)}${mark(`<h1>${esc(title)}</h1>`, 'title', site)}${mark(lead(fields), 'fields/summary', site)}</header>`;
  const languages = translations.map((one) => `<a hreflang="${esc(one.locale)}" href="${esc(pathOf(one))}">${esc(one.locale)}</a>`).join(' ');
  return `<!doctype html>
<html lang="${esc(locale)}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${esc(seo.meta_title ?? `${title} · ${config.siteName}`)}</title>
<meta name="description" content="${esc(seo.meta_description ?? String(fields['summary'] ?? config.tagline))}">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<nav class="top"><a class="brand" href="/">${esc(config.siteName)}</a>${menu(menus.main, site, config.defaultLocale)}<span class="languages">${languages}</span></nav>
<main id="main">${head}${typeof fields['body'] === 'undefined' ? '' : mark(`<div class="text">${richText(fields['body'])}</div>`, 'fields/body', site)}${shown.join('')}</main>
<footer>${menu(menus.footer, site, config.defaultLocale)}<p>${esc(config.footer.text)}</p></footer>
</body>
</html>
`;
}

const lead = ({ summary }: Readonly<Record<string, unknown>>): string => (typeof summary === 'string' ? `<p class="lead">${esc(summary)}</p>` : '');
