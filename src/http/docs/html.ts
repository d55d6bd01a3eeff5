import { escapeHtml } from '../../lib/text/escapeHtml.ts';

/** Markup, as opposed to text that still has to be escaped. */
export interface Html {
  readonly markup: string;
}

type HtmlPart = Html | string | number | undefined | readonly HtmlPart[];

const toMarkup = (part: HtmlPart): string => {
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'markup' in part ? part.markup : part.map(toMarkup).join('');
};

/** Markup from a template: inserted values are escaped unless they are markup themselves. */
export const html = (texts: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html => ({
  markup: texts.map((text, index) => text + toMarkup(parts[index])).join(''),
});

/** Text that is known to be safe markup. */
export const raw = (markup: string): Html => ({ markup });

/** Text with `code` in it, as paragraphs separated by blank lines. */
export const prose = (text: string): Html =>
  html`${text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`;

/** Text with `code` in it. */
export const inline = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
