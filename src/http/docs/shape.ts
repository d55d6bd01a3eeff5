import { type Html, html, inline } from './html.ts';

/** A schema of an OpenAPI document. */
export type DocumentedSchema = Readonly<Record<string, unknown>>;

const referenceName = (reference: unknown): string => String(reference).slice(String(reference).lastIndexOf('/') + 1);

/** A type in words: `string`, `list of Term`, `"head" or "body"`, `… or null`. */
export function showType(schema: DocumentedSchema): Html {
  const { $ref, type, items, additionalProperties: values } = schema;
  if ($ref !== undefined) return html`<a href="#${schemaId(referenceName($ref))}">${referenceName($ref)}</a>`;
  if ('const' in schema) return html`<code>${JSON.stringify(schema['const'])}</code>`;
  const choices = (schema['anyOf'] ?? schema['oneOf']) as readonly DocumentedSchema[] | undefined;
  if (choices) return joinAlternatives(choices.map(showType));
  const options = schema['enum'] as readonly unknown[] | undefined;
  if (options) return joinAlternatives(options.map((option) => html`<code>${JSON.stringify(option)}</code>`));
  if (items) return html`list of ${showType(items as DocumentedSchema)}`;
  if (values) return html`object of ${showType(values as DocumentedSchema)}`;
  return joinAlternatives([type ?? 'anything'].flat().map((name) => html`${String(name)}`));
}

const joinAlternatives = (parts: readonly Html[]): Html =>
  html`${parts.map((part, index) => html`${index === 0 ? '' : ' or '}${part}`)}`;

/** The anchor of a named schema on the page. */
export const schemaId = (name: string): string => `schema-${name}`;

/** The bounds of a value in words. */
const BOUNDS: Readonly<Record<string, (value: unknown) => string>> = {
  minLength: (value) => `at least ${value} characters`,
  maxLength: (value) => `at most ${Number(value).toLocaleString('en')} characters`,
  minimum: (value) => `from ${value}`,
  maximum: (value) => `to ${Number(value).toLocaleString('en')}`,
  minItems: (value) => `at least ${value} items`,
  maxItems: (value) => `at most ${Number(value).toLocaleString('en')} items`,
  format: String,
  pattern: (value) => `matches \`${value}\``,
  default: (value) => `default \`${JSON.stringify(value)}\``,
  description: (value) => String(value),
};

export const showBounds = (schema: DocumentedSchema): Html =>
  inline(
    Object.entries(BOUNDS)
      .flatMap(([keyword, say]) => (keyword in schema ? [say(schema[keyword])] : []))
      .join(' · '),
  );

/** The members of an object, with nested objects inside; undefined without members. */
export function showMembers(schema: DocumentedSchema): Html | undefined {
  const inner = (schema['items'] ?? schema) as DocumentedSchema;
  const properties = Object.entries((inner['properties'] ?? {}) as Record<string, DocumentedSchema>);
  const required = (inner['required'] ?? []) as readonly string[];
  if (properties.length === 0) return undefined;
  return html`<ul class="members">${properties.map(
    ([name, member]) =>
      html`<li><code class="name">${name}</code>${required.includes(name) ? html`<b title="required">*</b>` : ''} <span class="type">${showType(member)}</span> <span class="note">${showBounds(member)}</span>${showMembers(member)}</li>`,
  )}</ul>`;
}
