import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parseDocument } from 'yaml';
import { bodyField } from '../../src/model/body.ts';
import { entityOf } from '../../src/model/entities/index.ts';
import type { Entry, Lookup } from '../../src/model/entry.ts';
import type { Field } from '../../src/model/fields/field.ts';
import { readFields } from '../../src/model/fields/readFields.ts';
import { locate } from '../../src/model/location.ts';
import type { Kind, Records } from '../../src/model/records.ts';
import { createValidator } from '../../src/model/validator.ts';

/** The folder of the sample site. */
export const ROOT = join(import.meta.dirname, '../../content');

type Values = Readonly<Record<string, unknown>>;

/** A file as it is written; `value` holds only what stands in it. */
interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly value: Values;
}

const paths = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(yaml|json|md)$/.test(path))
  .sort();

const FRONT_MATTER = /^---\n([\s\S]*?\n)---\n([\s\S]*)$/;
const frontMatter = (text: string): readonly [string, string] => {
  const [, head = '', body = ''] = FRONT_MATTER.exec(text) ?? [];
  return [head, body];
};
/** JSON is read as YAML too: unlike JSON.parse, that finds a key given twice. */
export const parse = (path: string, text: string) =>
  parseDocument(extname(path) === '.md' ? frontMatter(text)[0] : text, { version: '1.2', schema: 'core' });

/** Every record file. */
export const files: readonly SourceFile[] = paths.map((path) => {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return { path, text, value: parse(path, text).toJS() as Values };
});

/** Where a record stands, by its path. */
export const place = (path: string) => {
  const located = locate('content', path.slice(0, -extname(path).length));
  if (located === null) throw new Error(`${path} is no record's place`);
  return located;
};

/** The record a file holds, with its defaults filled in. */
function readEntry({ path, text, value }: SourceFile): Entry {
  const { kind, key, values } = place(path);
  const checked = createValidator(entityOf(kind).schema, { defaults: true })({ ...value, ...values });
  if ('details' in checked) throw new Error(`${path}: ${JSON.stringify(checked.details)}`);
  const body = extname(path) === '.md' ? frontMatter(text)[1] : undefined;
  const data = body === undefined ? checked.value : withBody(checked.value as Values, body);
  return { kind, key, path, id: Number(value['id'] ?? 1), rev: '', createdAt: '', updatedAt: '', data };
}

function withBody(page: Values, body: string): Values {
  const type = files.find(({ path }) => path === `content-types/${page['type']}.yaml`);
  const field = bodyField((type?.value['fieldsSchema'] ?? []) as readonly unknown[]);
  return { ...page, fields: { ...(page['fields'] as Values), [field?.name ?? '']: body } };
}

/** Every record, with its defaults. */
export const entries = files.map(readEntry);
/** Every record of a kind. */
export const allOf = <K extends Kind>(kind: K) => entries.filter((entry) => entry.kind === kind) as Entry<Records[K]>[];
/** Finds the site's records by id and key; it has no indexes. */
export const lookup: Lookup = {
  all: allOf,
  get: (kind, id) => allOf(kind).find((entry) => entry.id === id),
  byKey: (kind, key) => allOf(kind).find((entry) => entry.key === key),
  find: () => [],
};

export const pages = allOf('page');
/** Every block of every page. */
export const placements = pages.flatMap((page) =>
  Object.entries(page.data.regions).flatMap(([region, list]) => list.map((block) => ({ page, region, block }))),
);
/** The type of an inline block, or of the reusable one it names. */
export const blockTypeOf = (block: { readonly type?: string; readonly block?: string }): string =>
  block.type ?? lookup.byKey('block', block.block ?? '')?.data.type ?? '';

/** Every set of values together with the schema it follows. */
export const filled = [
  ...pages.map(({ path, data }) => ({
    path,
    isPublished: data.status === 'published',
    schema: lookup.byKey('contentType', data.type)?.data.fieldsSchema ?? [],
    values: data.fields,
  })),
  ...allOf('block').map(({ path, data }) => ({
    path,
    isPublished: true,
    schema: lookup.byKey('blockType', data.type)?.data.fieldsSchema ?? [],
    values: data.fields,
  })),
  ...placements.map(({ page, block }) => ({
    path: `${page.path} block ${block.id}`,
    isPublished: page.data.status === 'published',
    schema: lookup.byKey('blockType', blockTypeOf(block))?.data.fieldsSchema ?? [],
    values: { ...lookup.byKey('block', block.block ?? '')?.data.fields, ...block.fields, ...block.overrides },
  })),
];

interface Filled {
  readonly field: Field;
  readonly value: unknown;
}
/** Every field that has a value, nested ones included. */
const filledFields = (fields: readonly Field[], values: Values): readonly Filled[] =>
  fields.flatMap((field) => {
    const value = values[field.name];
    if (value === undefined) return [];
    const groups = (field.fields ? [value as Values | readonly Values[]].flat() : []) as readonly Values[];
    return [{ field, value }, ...groups.flatMap((group) => filledFields(field.fields ?? [], group))];
  });
/** Every filled field of the site with its value. */
export const used = filled.flatMap(({ schema, values }) => filledFields(readFields(schema), values));
