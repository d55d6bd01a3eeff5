import { escapeHtml } from '../../../lib/text/escapeHtml.ts';
import { isSafeHref, isSafeSource } from '../href.ts';
import type { RichTextNode } from '../node.ts';
import { type AttributeRules, NODES } from '../rules.ts';
import { htmlAttributes, validAttributes } from './htmlAttributes.ts';

/** The opening tag of a link around text or an image; undefined if its address is missing or unsafe. */
export function linkStartTag(owner: RichTextNode, rules: AttributeRules | undefined): string | undefined {
  const { href, target, linkTarget = target, rel, title } = validAttributes(owner, rules);
  if (typeof href !== 'string' || !isSafeHref(href)) return undefined;
  const opened = linkTarget || undefined;
  const shownTitle = owner.type === 'link' ? title : undefined;
  return `<a${htmlAttributes({ href, target: opened, rel: safeRel(rel, opened), title: shownTitle })}>`;
}

/** Adds `noopener` to a link that opens a new window, which could otherwise reach back into the page. */
function safeRel(rel: unknown, target: unknown): unknown {
  const opensWindow = target !== undefined && !/^_(?:self|parent|top)$/i.test(String(target));
  if (!opensWindow || /\bno(?:opener|referrer)\b/i.test(String(rel))) return rel;
  return rel ? `${rel} noopener` : 'noopener';
}

/** Renders an image. `href` puts a link around it, `caption` makes it a figure, which then gets the float and the width. */
export function renderImage(node: RichTextNode, isLinked: boolean): string {
  const rules = NODES.get('image')?.attributes;
  const { src, alt, title, caption, width, height, float } = validAttributes(node, rules);
  if (typeof src !== 'string' || !isSafeSource(src)) return '';
  const [across, down] = [sizeAttributes('width', width), sizeAttributes('height', height)];
  const place = [across.style, styleOfFloat(float)];
  const inner = caption && across.style !== '' ? ['width: 100%'] : [];
  const style = styleText(caption ? [...inner, down.style] : [...place, down.style]);
  const image = `<img${htmlAttributes({ src, alt: alt ?? '', title, width: across.pixels, height: down.pixels, style })}>`;
  const open = isLinked ? undefined : linkStartTag(node, rules);
  const linked = open ? `${open}${image}</a>` : image;
  if (!caption) return linked;
  const words = escapeHtml(String(caption));
  return `<figure${htmlAttributes({ style: styleText(place) })}>${linked}<figcaption>${words}</figcaption></figure>`;
}

const styleText = (parts: readonly string[]): string | undefined => parts.filter(Boolean).join('; ') || undefined;

/** `center` needs margins: CSS has no such float. */
const styleOfFloat = (float: unknown): string => {
  if (float === 'center') return 'display: block; margin-left: auto; margin-right: auto';
  return float === undefined || float === 'none' ? '' : `float: ${float}`;
};

/** Pixels become an attribute of the element, any other length becomes its style. */
function sizeAttributes(name: string, length: unknown): { readonly pixels?: string; readonly style: string } {
  if (length === undefined) return { style: '' };
  const pixels = /^(\d+)(?:\.\d+)?(?:px)?$/.exec(String(length))?.[1];
  return pixels === undefined ? { style: `${name}: ${length}` } : { pixels, style: '' };
}
