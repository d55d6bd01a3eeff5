import { escapeHtml } from '../../../../client/renderRichText.ts';
import { fieldLabel } from '../../../fields/fieldLabel.ts';
import { isObject, type Values } from '../../../form/values.ts';
import type { AdminBlockType, AdminContentType, Field, Page } from '../../../wire/interface.ts';

interface Known {
  readonly type: AdminContentType | undefined;
  readonly blockTypes: readonly AdminBlockType[];
}

/** The shape in which the plain preview requests a page. */
export const PLAIN_SHAPE = { expand: ['media', 'page', 'reference', 'term'], richtext: 'html' } as const;

/** The content of a page as plain HTML, for sites whose front end has no preview. Each value names its field. */
export function plainPage(page: Page, { type, blockTypes }: Known): string {
  const regions = Object.entries(page.regions).flatMap(([name, blocks]) =>
    blocks.map((block) => {
      const fields = blockTypes.find(({ slug }) => slug === block.block_type)?.fields ?? [];
      const path = `regions/${name}/${block.id}`;
      return `<section data-quire-field="${escapeHtml(path)}">${renderAll(fields, block.fields, `${path}/fields`)}</section>`;
    }),
  );
  const body = renderAll(type?.fields ?? [], page.fields, 'fields');
  return `<h1 data-quire-field="title">${escapeHtml(page.title)}</h1>${body}${regions.join('')}`;
}

const renderAll = (fields: readonly Field[], values: Values, path: string): string =>
  fields.map((field) => renderField(field, values[field.name], `${path}/${field.name}`)).join('');

function renderField(field: Field, value: unknown, path: string): string {
  if (value === null || value === undefined || value === '') return '';
  const shown = (KINDS[field.type] ?? renderText)(value, field, path);
  return shown && `<div data-quire-field="${escapeHtml(path)}">${shown}</div>`;
}

type Render = (value: unknown, field: Field, path: string) => string;

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? escapeHtml(String(value)) : '';

/** A text, as a heading if the name of its field suggests one. */
const renderText: Render = (value, { name }) => {
  const tag = /title|heading/i.test(name) ? 'h2' : 'p';
  return textOf(value) && `<${tag}>${textOf(value)}</${tag}>`;
};

/** A value that means little without its label. */
const renderFact: Render = (value, field) => {
  const text = Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value);
  return text && `<p><small>${escapeHtml(fieldLabel(field))}</small> ${text}</p>`;
};

const renderMedia: Render = (value) => {
  if (!isObject(value) || typeof value['url'] !== 'string') return '';
  if (typeof value['width'] !== 'number') return `<p>${textOf(value['title'] ?? value['filename'])}</p>`;
  return `<img src="${escapeHtml(value['url'])}" alt="${textOf(value['alt'])}">`;
};

const renderLink: Render = (value) => {
  if (!isObject(value)) return '';
  const text = textOf(value['text'] || value['title'] || value['url']);
  return text && `<p><span class="link">${text}</span></p>`;
};

const renderNamed: Render = (value) => {
  const list = (Array.isArray(value) ? value : [value]).filter(isObject);
  const names = list.map((one) => textOf(one['title'] ?? one['name'])).filter(Boolean);
  return names.length > 0 ? `<p><span class="link">${names.join(', ')}</span></p>` : '';
};

const renderGroup: Render = (value, field, path) => (isObject(value) ? renderAll(field.fields ?? [], value, path) : '');

const renderList: Render = (value, field, path) =>
  Array.isArray(value)
    ? `<ul>${value.map((item, index) => `<li>${renderGroup(item, field, `${path}/${index}`)}</li>`).join('')}</ul>`
    : '';

const KINDS: Readonly<Record<string, Render>> = {
  // The server has rendered it to HTML, and the frame runs no scripts.
  richtext: (value) => (typeof value === 'string' ? value : ''),
  code: (value) => `<pre>${textOf(value)}</pre>`,
  json: (value) => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`,
  markdown: (value) => `<div class="lines">${textOf(value)}</div>`,
  textarea: (value) => `<p class="lines">${textOf(value)}</p>`,
  media: renderMedia,
  gallery: (value, ...rest) =>
    Array.isArray(value) ? `<div class="pictures">${value.map((one) => renderMedia(one, ...rest)).join('')}</div>` : '',
  link: renderLink,
  page: renderNamed,
  reference: renderNamed,
  term: renderNamed,
  object: renderGroup,
  repeater: renderList,
  boolean: () => '',
  color: () => '',
  ...Object.fromEntries(
    ['number', 'integer', 'date', 'datetime', 'select', 'multiselect', 'url', 'email', 'slug'].map((kind) => [
      kind,
      renderFact,
    ]),
  ),
};
