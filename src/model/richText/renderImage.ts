import { escapeHtml } from '../../lib/text/escapeHtml.ts';
import { isSafeHref, isSafeSource } from './href.ts';
import { attributes, validAttributes } from './htmlAttributes.ts';
import type { RichTextNode } from './node.ts';
import { type Attributes, NODES } from './rules.ts';

/** Where addresses in a document lead; null leaves the link or the image out. Without these an address stays as it is. */
export interface RenderOptions {
  readonly resolveHref?: (href: string) => string | null;
  readonly resolveSource?: (src: string) => string | null;
}

/** The tag of a link, where the address that the mark or the image gives leads somewhere. */
export function openLink(
  owner: RichTextNode,
  rules: Attributes | undefined,
  options: RenderOptions,
): string | undefined {
  const { href, target, linkTarget = target, rel, title } = validAttributes(owner, rules);
  const address = resolve(href, options.resolveHref);
  if (address === undefined || !isSafeHref(address)) return undefined;
  const opened = linkTarget || undefined;
  const shownTitle = owner.type === 'link' ? title : undefined;
  return `<a${attributes({ href: address, target: opened, rel: safeRel(rel, opened), title: shownTitle })}>`;
}

/** What opens in a window of its own could reach back into the page it was opened from. */
function safeRel(rel: unknown, target: unknown): unknown {
  const opensWindow = target !== undefined && !/^_(?:self|parent|top)$/i.test(String(target));
  if (!opensWindow || /\bno(?:opener|referrer)\b/i.test(String(rel))) return rel;
  return rel ? `${rel} noopener` : 'noopener';
}

function resolve(address: unknown, how: ((address: string) => string | null) | undefined): string | undefined {
  if (typeof address !== 'string') return undefined;
  return (how ? how(address) : address) ?? undefined;
}

/** `href` puts a link around the image, `caption` makes it a figure, which then floats and is as wide as is asked for. */
export function renderImage(node: RichTextNode, options: RenderOptions, isLinked: boolean): string {
  const rules = NODES.get('image')?.attributes;
  const { src, alt, title, caption, width, height, float } = validAttributes(node, rules);
  const address = resolve(src, options.resolveSource);
  if (address === undefined || !isSafeSource(address)) return '';
  const [across, down] = [toSize('width', width), toSize('height', height)];
  const place = [across.style, styleOfFloat(float)];
  const inner = caption && across.style !== '' ? ['width: 100%'] : [];
  const style = styleOf(caption ? [...inner, down.style] : [...place, down.style]);
  const image = `<img${attributes({ src: address, alt: alt ?? '', title, width: across.pixels, height: down.pixels, style })}>`;
  const open = isLinked ? undefined : openLink(node, rules, options);
  const linked = open ? `${open}${image}</a>` : image;
  if (!caption) return linked;
  const words = escapeHtml(String(caption));
  return `<figure${attributes({ style: styleOf(place) })}>${linked}<figcaption>${words}</figcaption></figure>`;
}

const styleOf = (parts: readonly string[]): string | undefined => parts.filter(Boolean).join('; ') || undefined;

/** CSS floats nothing to the centre. */
const styleOfFloat = (float: unknown): string => {
  if (float === 'center') return 'display: block; margin-left: auto; margin-right: auto';
  return float === undefined || float === 'none' ? '' : `float: ${float}`;
};

/** Pixels are an attribute of the element, any other length is its style. */
function toSize(name: string, length: unknown): { readonly pixels?: string; readonly style: string } {
  if (length === undefined) return { style: '' };
  const pixels = /^(\d+)(?:\.\d+)?(?:px)?$/.exec(String(length))?.[1];
  return pixels === undefined ? { style: `${name}: ${length}` } : { pixels, style: '' };
}
