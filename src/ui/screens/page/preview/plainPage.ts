import { escapeHtml } from '../../../../lib/text/escapeHtml.ts';
import type { FieldType } from '../../../../model/fields/field.ts';
import { fieldLabel } from '../../../fields/fieldLabel.ts';
import { valueText } from '../../../fields/value/valueText.ts';
import { type FormValues, isValueObject } from '../../../form/values.ts';
import { absoluteDay, absoluteTime } from '../../../parts/relativeTime.ts';
import { markdownToHtml } from '../../../richText/paste/markdownToHtml.ts';
import type { AdminBlockType, AdminContentType, Field, Page } from '../../../wire/interface.ts';

export interface PreviewSources {
  readonly type: Pick<AdminContentType, 'fields'> | undefined;
  readonly blockTypes: readonly Pick<AdminBlockType, 'slug' | 'fields'>[];
  /** The language of the interface: labels and dates are for the person who looks, the rest is the page's. */
  readonly language: string;
  /** The words for what is on and off. */
  readonly yes: string;
}

/** A page that is being rendered. */
interface Rendering extends PreviewSources {
  readonly page: Page;
}

/** The shape in which the plain preview requests a page. */
export const PLAIN_SHAPE = { expand: ['media', 'page', 'reference', 'term'], richtext: 'html' } as const;

/** The content of a page as plain HTML, for sites whose front end has no preview. Each value names its field. */
export function plainPage(page: Page, known: PreviewSources): string {
  const rendering = { ...known, page };
  const { type, blockTypes } = known;
  const regions = Object.entries(page.regions).flatMap(([name, blocks]) =>
    blocks.map((block) => {
      const fields = blockTypes.find(({ slug }) => slug === block.block_type)?.fields ?? [];
      const path = `regions/${name}/${block.id}`;
      return `<section data-quire-field="${escapeHtml(path)}">${renderPreviewFields(fields, block.fields, `${path}/fields`, rendering)}</section>`;
    }),
  );
  const body = renderPreviewFields(type?.fields ?? [], page.fields, 'fields', rendering);
  return `<main><h1 data-quire-field="title">${escapeHtml(page.title)}</h1>${body}${regions.join('')}</main>`;
}

function renderPreviewFields(fields: readonly Field[], values: FormValues, path: string, rendering: Rendering): string {
  const shown = fields.map((field) => ({
    isFact: findPreview(field).isFact,
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

interface PreviewValue {
  readonly value: unknown;
  readonly path: string;
}

function renderField(field: Field, { value, path }: PreviewValue, rendering: Rendering): string {
  if (value === null || value === undefined || value === '') return '';
  const shown = findPreview(field).render(value, { field, path, rendering });
  const name = `data-quire-field="${escapeHtml(path)}"`;
  if (shown === '') return '';
  return findPreview(field).isFact
    ? `<div ${name}><dt>${escapeHtml(fieldLabel(field))}</dt><dd>${shown}</dd></div>`
    : `<div ${name}>${shown}</div>`;
}

interface RenderedField {
  readonly field: Field;
  readonly path: string;
  readonly rendering: Rendering;
}

type FieldRenderer = (value: unknown, place: RenderedField) => string;

const escapeFieldText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? escapeHtml(String(value)) : '';

const LEADS = /^(summary|intro|introduction|lead|teaser|excerpt|standfirst)$/i;

/** A text; as a heading or an introduction if the name of its field suggests one. */
const renderText: FieldRenderer = (value, { field: { name } }) => {
  const text = escapeFieldText(value);
  if (text === '') return '';
  if (/title|heading/i.test(name)) return `<h2>${text}</h2>`;
  return `<p class="${LEADS.test(name) ? 'lines lead' : 'lines'}">${text}</p>`;
};

const renderChoice: FieldRenderer = (value, { field }) =>
  (Array.isArray(value) ? value : [value])
    .map((one) => escapeFieldText(valueText(one, field)))
    .filter(Boolean)
    .join(', ');

const renderNumber: FieldRenderer = (value, { rendering: { language } }) =>
  typeof value === 'number' ? escapeHtml(new Intl.NumberFormat(language).format(value)) : escapeFieldText(value);

/** Renders times in words. */
const renderTime =
  (inWords: (value: string, language: string) => string): FieldRenderer =>
  (value, { rendering: { language } }) =>
    typeof value === 'string' && !Number.isNaN(Date.parse(value))
      ? time(value, inWords(value, language))
      : escapeFieldText(value);

const time = (value: unknown, words: string): string =>
  `<time datetime="${escapeFieldText(value)}">${escapeHtml(words)}</time>`;

const renderMedia: FieldRenderer = (value) => {
  if (!isValueObject(value) || typeof value['url'] !== 'string') return '';
  const name = escapeFieldText(value['title'] ?? value['filename']);
  if (typeof value['width'] !== 'number') return `<p>${anchor(value['url'], name)}</p>`;
  const caption = escapeFieldText(value['caption']);
  const picture = `<img src="${escapeHtml(value['url'])}" alt="${escapeFieldText(value['alt'])}">`;
  return `<figure>${picture}${caption && `<figcaption>${caption}</figcaption>`}</figure>`;
};

const SAFE = /^(?:https?:|mailto:|tel:|[/#?])/i;

/** A link; one that might run a script is only text. */
const anchor = (url: unknown, text: string): string =>
  typeof url === 'string' && SAFE.test(url) ? `<a href="${escapeHtml(url)}">${text}</a>` : text;

const renderLinkField: FieldRenderer = (value) => {
  if (!isValueObject(value)) return '';
  const text = escapeFieldText(value['text'] || value['title'] || value['url']);
  return text && `<p>${anchor(value['url'], text)}</p>`;
};

const renderUrl: FieldRenderer = (value) => `<p>${anchor(value, escapeFieldText(value))}</p>`;

const listNameLinks = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value])
    .filter(isValueObject)
    .map((one) => anchor(one['url'] ?? undefined, escapeFieldText(one['title'] ?? one['name'])))
    .filter(Boolean);

const renderPages: FieldRenderer = (value) => {
  const names = listNameLinks(value);
  return names.length > 1
    ? `<ul>${names.map((name) => `<li>${name}</li>`).join('')}</ul>`
    : names.map((name) => `<p>${name}</p>`).join('');
};

const renderGroup: FieldRenderer = (value, { field, path, rendering }) =>
  isValueObject(value) ? renderPreviewFields(field.fields ?? [], value, path, rendering) : '';

const renderList: FieldRenderer = (value, { field, path, rendering }) =>
  Array.isArray(value)
    ? value
        .map((item, index) => renderGroup(item, { field, path: `${path}/${index}`, rendering }))
        .map((item) => `<div class="item">${item}</div>`)
        .join('')
    : '';

interface FieldPreview {
  readonly render: FieldRenderer;
  /** Whether its values mean little without their labels; those that follow each other are one list. */
  readonly isFact: boolean;
}

const fact = (render: FieldRenderer): FieldPreview => ({ render, isFact: true });
const part = (render: FieldRenderer): FieldPreview => ({ render, isFact: false });

const PREVIEWS: Readonly<Record<FieldType, FieldPreview>> = {
  text: part(renderText),
  textarea: part(renderText),
  // The server has rendered it to HTML, and the frame runs no scripts.
  richtext: part((value) => (typeof value === 'string' ? value : '')),
  markdown: part((value) => (typeof value === 'string' ? markdownToHtml(value) : '')),
  number: fact(renderNumber),
  integer: fact(renderNumber),
  // What does not apply is not said.
  boolean: fact((value, { rendering }) => (value === true ? escapeHtml(rendering.yes) : '')),
  date: fact(renderTime(absoluteDay)),
  datetime: fact(renderTime(absoluteTime)),
  select: fact(renderChoice),
  multiselect: fact(renderChoice),
  url: part(renderUrl),
  email: fact((value) => anchor(`mailto:${String(value)}`, escapeFieldText(value))),
  color: part(() => ''),
  slug: fact(renderText),
  media: part(renderMedia),
  gallery: part((value, place) =>
    Array.isArray(value) ? `<div class="pictures">${value.map((one) => renderMedia(one, place)).join('')}</div>` : '',
  ),
  reference: part(renderPages),
  page: part(renderPages),
  term: fact((value) => listNameLinks(value).join(', ')),
  link: part(renderLinkField),
  json: part((value) => `<pre><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre>`),
  code: part((value) => `<pre><code>${escapeFieldText(value)}</code></pre>`),
  object: part(renderGroup),
  repeater: part(renderList),
};

const UNKNOWN = part(renderText);

const findPreview = ({ type }: Field): FieldPreview =>
  Object.hasOwn(PREVIEWS, type) ? PREVIEWS[type as FieldType] : UNKNOWN;
