import { escapeHtml } from '../../../../client/renderRichText.ts';
import { fieldLabel } from '../../../fields/fieldLabel.ts';
import { valueText } from '../../../fields/valueText.ts';
import { isObject, type Values } from '../../../form/values.ts';
import { absoluteDay, absoluteTime } from '../../../parts/relativeTime.ts';
import { markdownToHtml } from '../../../richText/paste/markdownToHtml.ts';
import type { AdminBlockType, AdminContentType, Field, Page } from '../../../wire/interface.ts';

interface Known {
  readonly type: AdminContentType | undefined;
  readonly blockTypes: readonly AdminBlockType[];
  /** The language of the interface: labels and dates are for the person who looks, the rest is the page's. */
  readonly language: string;
  /** The words for what is on and off. */
  readonly yes: string;
}

/** A page that is being rendered. */
interface Rendering extends Known {
  readonly page: Page;
}

/** The shape in which the plain preview requests a page. */
export const PLAIN_SHAPE = { expand: ['media', 'page', 'reference', 'term'], richtext: 'html' } as const;

/** The content of a page as plain HTML, for sites whose front end has no preview. Each value names its field. */
export function plainPage(page: Page, known: Known): string {
  const rendering = { ...known, page };
  const { type, blockTypes } = known;
  const regions = Object.entries(page.regions).flatMap(([name, blocks]) =>
    blocks.map((block) => {
      const fields = blockTypes.find(({ slug }) => slug === block.block_type)?.fields ?? [];
      const path = `regions/${name}/${block.id}`;
      return `<section data-quire-field="${escapeHtml(path)}">${renderAll(fields, block.fields, `${path}/fields`, rendering)}</section>`;
    }),
  );
  const body = renderAll(type?.fields ?? [], page.fields, 'fields', rendering);
  return `<main><h1 data-quire-field="title">${escapeHtml(page.title)}</h1>${body}${regions.join('')}</main>`;
}

/** The kinds of values that mean little without their labels; those that follow each other are one list. */
const FACTS = ['number', 'integer', 'date', 'datetime', 'select', 'multiselect', 'email', 'slug', 'term', 'boolean'];

const isFact = ({ type }: Field): boolean => FACTS.includes(type);

function renderAll(fields: readonly Field[], values: Values, path: string, rendering: Rendering): string {
  const shown = fields.map((field) => ({
    isFact: isFact(field),
    html: renderField(field, { value: values[field.name], path: `${path}/${field.name}` }, rendering),
  }));
  const rendered = shown.filter(({ html }) => html !== '');
  return rendered
    .map(({ isFact: isOne, html }, index) => {
      if (!isOne) return html;
      const opens = rendered[index - 1]?.isFact ? '' : '<dl>';
      return `${opens}${html}${rendered[index + 1]?.isFact ? '' : '</dl>'}`;
    })
    .join('');
}

interface Shown {
  readonly value: unknown;
  readonly path: string;
}

function renderField(field: Field, { value, path }: Shown, rendering: Rendering): string {
  if (value === null || value === undefined || value === '') return '';
  const shown = (KINDS[field.type] ?? renderText)(value, { field, path, rendering });
  const name = `data-quire-field="${escapeHtml(path)}"`;
  if (shown === '') return '';
  return isFact(field)
    ? `<div ${name}><dt>${escapeHtml(fieldLabel(field))}</dt><dd>${shown}</dd></div>`
    : `<div ${name}>${shown}</div>`;
}

interface Place {
  readonly field: Field;
  readonly path: string;
  readonly rendering: Rendering;
}

type Render = (value: unknown, place: Place) => string;

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? escapeHtml(String(value)) : '';

const LEADS = /^(summary|intro|introduction|lead|teaser|excerpt|standfirst)$/i;

/** A text; as a heading or an introduction if the name of its field suggests one. */
const renderText: Render = (value, { field: { name } }) => {
  const text = textOf(value);
  if (text === '') return '';
  if (/title|heading/i.test(name)) return `<h2>${text}</h2>`;
  return `<p class="${LEADS.test(name) ? 'lines lead' : 'lines'}">${text}</p>`;
};

const renderChoice: Render = (value, { field }) =>
  (Array.isArray(value) ? value : [value])
    .map((one) => textOf(valueText(one, field)))
    .filter(Boolean)
    .join(', ');

const renderNumber: Render = (value, { rendering: { language } }) =>
  typeof value === 'number' ? escapeHtml(new Intl.NumberFormat(language).format(value)) : textOf(value);

/** Renders times in words. */
const renderTime =
  (inWords: (value: string, language: string) => string): Render =>
  (value, { rendering: { language } }) =>
    typeof value === 'string' && !Number.isNaN(Date.parse(value))
      ? time(value, inWords(value, language))
      : textOf(value);

const time = (value: unknown, words: string): string => `<time datetime="${textOf(value)}">${escapeHtml(words)}</time>`;

const renderMedia: Render = (value) => {
  if (!isObject(value) || typeof value['url'] !== 'string') return '';
  const name = textOf(value['title'] ?? value['filename']);
  if (typeof value['width'] !== 'number') return `<p>${anchor(value['url'], name)}</p>`;
  const caption = textOf(value['caption']);
  const picture = `<img src="${escapeHtml(value['url'])}" alt="${textOf(value['alt'])}">`;
  return `<figure>${picture}${caption && `<figcaption>${caption}</figcaption>`}</figure>`;
};

const SAFE = /^(?:https?:|mailto:|tel:|[/#?])/i;

/** A link; one that might run a script is only text. */
const anchor = (url: unknown, text: string): string =>
  typeof url === 'string' && SAFE.test(url) ? `<a href="${escapeHtml(url)}">${text}</a>` : text;

const renderLink: Render = (value) => {
  if (!isObject(value)) return '';
  const text = textOf(value['text'] || value['title'] || value['url']);
  return text && `<p>${anchor(value['url'], text)}</p>`;
};

const renderUrl: Render = (value) => `<p>${anchor(value, textOf(value))}</p>`;

const named = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value])
    .filter(isObject)
    .map((one) => anchor(one['url'] ?? undefined, textOf(one['title'] ?? one['name'])))
    .filter(Boolean);

const renderPages: Render = (value) => {
  const names = named(value);
  return names.length > 1
    ? `<ul>${names.map((name) => `<li>${name}</li>`).join('')}</ul>`
    : names.map((name) => `<p>${name}</p>`).join('');
};

const renderGroup: Render = (value, { field, path, rendering }) =>
  isObject(value) ? renderAll(field.fields ?? [], value, path, rendering) : '';

const renderList: Render = (value, { field, path, rendering }) =>
  Array.isArray(value)
    ? value
        .map((item, index) => renderGroup(item, { field, path: `${path}/${index}`, rendering }))
        .map((item) => `<div class="item">${item}</div>`)
        .join('')
    : '';

const KINDS: Readonly<Record<string, Render>> = {
  // The server has rendered it to HTML, and the frame runs no scripts.
  richtext: (value) => (typeof value === 'string' ? value : ''),
  code: (value) => `<pre><code>${textOf(value)}</code></pre>`,
  json: (value) => `<pre><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre>`,
  markdown: (value) => (typeof value === 'string' ? markdownToHtml(value) : ''),
  textarea: renderText,
  media: renderMedia,
  gallery: (value, place) =>
    Array.isArray(value) ? `<div class="pictures">${value.map((one) => renderMedia(one, place)).join('')}</div>` : '',
  link: renderLink,
  url: renderUrl,
  email: (value) => anchor(`mailto:${String(value)}`, textOf(value)),
  page: renderPages,
  reference: renderPages,
  term: (value) => named(value).join(', '),
  object: renderGroup,
  repeater: renderList,
  // What does not apply is not said.
  boolean: (value, { rendering }) => (value === true ? escapeHtml(rendering.yes) : ''),
  color: () => '',
  number: renderNumber,
  integer: renderNumber,
  date: renderTime(absoluteDay),
  datetime: renderTime(absoluteTime),
  select: renderChoice,
  multiselect: renderChoice,
};
