import { escapeHtml } from '../../lib/escapeHtml.ts';
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
  const { href, target, rel, title } = validAttributes(owner, rules);
  const address = resolve(href, options.resolveHref);
  if (address === undefined || !isSafeHref(address)) return undefined;
  const safeRel = rel ?? (target === '_blank' ? 'noopener' : undefined);
  return `<a${attributes({ href: address, target, rel: safeRel, title: owner.type === 'link' ? title : undefined })}>`;
}

function resolve(address: unknown, how: ((address: string) => string | null) | undefined): string | undefined {
  if (typeof address !== 'string') return undefined;
  return (how ? how(address) : address) ?? undefined;
}

/** `href` puts a link around the image, `caption` makes it a figure (contract, section 9). */
export function renderImage(node: RichTextNode, options: RenderOptions, isLinked: boolean): string {
  const rules = NODES.get('image')?.attributes;
  const { src, alt, title, caption, width, height } = validAttributes(node, rules);
  const address = resolve(src, options.resolveSource);
  if (address === undefined || !isSafeSource(address)) return '';
  const image = `<img${attributes({ src: address, alt: alt ?? '', title, ...sizeOf({ width, height }) })}>`;
  const open = isLinked ? undefined : openLink(node, rules, options);
  const linked = open ? `${open}${image}</a>` : image;
  return caption ? `<figure>${linked}<figcaption>${escapeHtml(String(caption))}</figcaption></figure>` : linked;
}

/** Pixels are attributes of the element, other lengths its style. */
function sizeOf(lengths: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const given = Object.entries(lengths).filter(([, value]) => value !== undefined);
  const pixels = given.flatMap(([name, value]) => {
    const whole = /^(\d+)(?:\.\d+)?(?:px)?$/.exec(String(value))?.[1];
    return whole === undefined ? [] : [[name, whole]];
  });
  const others = given.filter(([name]) => !pixels.some(([other]) => other === name));
  const style = others.map(([name, value]) => `${name}: ${value}`).join('; ');
  return { ...Object.fromEntries(pixels), style: style || undefined };
}
