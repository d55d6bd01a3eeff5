import { escapeHtml } from '../../lib/text/escapeHtml.ts';

/** Markup, as against text that is still to be escaped. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | undefined | readonly Part[];

const toMarkup = (part: Part): string => {
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'markup' in part ? part.markup : part.map(toMarkup).join('');
};

/** Markup from a template: what is put into it is escaped, unless it is markup itself. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: texts.map((text, index) => text + toMarkup(parts[index])).join(''),
});

/** Markup that is known to be sound. */
export const raw = (markup: string): Html => ({ markup });

/** Text with `code` in it, in paragraphs where blank lines divide it. */
export const prose = (text: string): Html =>
  html`${text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`;

/** Text with `code` in it. */
export const inline = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
