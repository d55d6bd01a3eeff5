import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type Document, parseDocument } from 'yaml';
import { BUILT_IN_CODE } from '../../src/fields/kinds.ts';
import { bodyField } from '../../src/model/body.ts';
import { entityOf, KINDS } from '../../src/model/entities/index.ts';
import type { Placement } from '../../src/model/entities/page.ts';
import type { Entry, Lookup } from '../../src/model/entry.ts';
import type { Field, FieldsSchema } from '../../src/model/fields/field.ts';
import { readFields } from '../../src/model/fields/readFields.ts';
import { locate, type ParsedLocation } from '../../src/model/location.ts';
import type { Kind, Records } from '../../src/model/records.ts';
import { fromMarkdown } from '../../src/model/richText/markdown/fromMarkdown.ts';
import { createValidator } from '../../src/model/schema/validator.ts';

type Values = Readonly<Record<string, unknown>>;

/** A record's file as it is written; `value` holds only what stands in it. */
export interface SiteFile {
  readonly path: string;
  readonly text: string;
  readonly value: Values;
}

/** Values together with the schema they follow. */
export interface Filled {
  readonly path: string;
  readonly isPublished: boolean;
  readonly schema: FieldsSchema;
  readonly values: Values;
}

/** A block where it stands in a page. */
export interface PlacedBlock {
  readonly page: Entry<Records['page']>;
  readonly region: string;
  readonly block: Placement;
  /** Its own type, or that of the reusable block it names. */
  readonly type: string;
}

/** A content folder read by the plainest means: the yaml package and the entities. */
export interface Site {
  readonly root: string;
  readonly files: readonly SiteFile[];
  readonly entries: readonly Entry[];
  /** By id and key; it has no indexes. */
  readonly lookup: Lookup;
  allOf<K extends Kind>(kind: K): readonly Entry<Records[K]>[];
  readonly blocks: readonly PlacedBlock[];
  readonly filled: readonly Filled[];
}

const FRONT_MATTER = /^---\n([\s\S]*?\n)---\n([\s\S]*)$/;
const frontMatter = (text: string): readonly [head: string, body: string] => {
  const [, head = '', body = ''] = FRONT_MATTER.exec(text) ?? [];
  return [head, body];
};

/** JSON is read as YAML too: unlike JSON.parse, that finds a key given twice. */
export const parse = (path: string, text: string): Document =>
  parseDocument(path.endsWith('.md') ? frontMatter(text)[0] : text, { version: '1.2', schema: 'core' });

/** Where the record of a file stands; throws when it is no record's path. */
export function place(path: string): ParsedLocation {
  const located = locate('content', path.slice(0, -extname(path).length));
  if (located === null) throw new Error(`${path} is no record's place`);
  return located;
}

const readFiles = (root: string): readonly SiteFile[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(yaml|json|md)$/.test(path))
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return { path, text, value: parse(path, text).toJS() as Values };
    });

const VALIDATORS = new Map(KINDS.map((kind) => [kind, createValidator(entityOf(kind).schema, { defaults: true })]));

/** The record a file holds, with its defaults filled in; throws when it does not fit its entity. */
function readEntry({ path, text, value }: SiteFile, files: readonly SiteFile[]): Entry {
  const { kind, key, values } = place(path);
  const checked = VALIDATORS.get(kind)?.({ ...value, ...values });
  if (checked === undefined || 'details' in checked) throw new Error(`${path}: ${JSON.stringify(checked)}`);
  const data = path.endsWith('.md') ? withBody(checked.value as Values, frontMatter(text)[1], files) : checked.value;
  return { kind, key, path, id: Number(value['id'] ?? 1), rev: '', createdAt: '', updatedAt: '', data };
}

function withBody(page: Values, body: string, files: readonly SiteFile[]): Values {
  const type = files.find(({ path }) => path === `content-types/${page['type']}.yaml`);
  const field = bodyField((type?.value['fieldsSchema'] ?? []) as FieldsSchema);
  const value = field?.type === 'richtext' ? fromMarkdown(body) : body;
  return { ...page, fields: { ...(page['fields'] as Values), [field?.name ?? '']: value } };
}

function createLookup(entries: readonly Entry[]): Lookup {
  const ids = new Map(entries.map((entry) => [`${entry.kind} ${entry.id}`, entry]));
  const keys = new Map(entries.map((entry) => [`${entry.kind} ${entry.key}`, entry]));
  // An entry's kind says what its data is.
  return {
    code: BUILT_IN_CODE,
    all: <K extends Kind>(kind: K) => entries.filter((entry) => entry.kind === kind) as Entry<Records[K]>[],
    get: <K extends Kind>(kind: K, id: number) => ids.get(`${kind} ${id}`) as Entry<Records[K]> | undefined,
    byKey: <K extends Kind>(kind: K, key: string) => keys.get(`${kind} ${key}`) as Entry<Records[K]> | undefined,
    find: () => [],
    referring: () => [],
  };
}

const placedBlocks = (lookup: Lookup): readonly PlacedBlock[] =>
  [...lookup.all('page')].flatMap((page) =>
    Object.entries(page.data.regions).flatMap(([region, list]) =>
      list.map((block) => {
        const type = block.type ?? lookup.byKey('block', block.block ?? '')?.data.type ?? '';
        return { page, region, block, type };
      }),
    ),
  );

function allFilled(lookup: Lookup, blocks: readonly PlacedBlock[]): readonly Filled[] {
  const schemaOf = (kind: 'contentType' | 'blockType', slug: string) =>
    lookup.byKey(kind, slug)?.data.fieldsSchema ?? [];
  const isPublished = ({ data }: Entry<Records['page']>): boolean => data.status === 'published';
  const pages = [...lookup.all('page')].map((page) => ({
    path: page.path,
    isPublished: isPublished(page),
    schema: schemaOf('contentType', page.data.type),
    values: page.data.fields,
  }));
  const shared = [...lookup.all('block')].map(({ path, data }) => ({
    path,
    isPublished: true,
    schema: schemaOf('blockType', data.type),
    values: data.fields,
  }));
  const placed = blocks.map(({ page, block, type }) => ({
    path: `${page.path}, block ${block.id}`,
    isPublished: isPublished(page),
    schema: schemaOf('blockType', type),
    values: { ...lookup.byKey('block', block.block ?? '')?.data.fields, ...block.fields, ...block.overrides },
  }));
  return [...pages, ...shared, ...placed];
}

/** Reads a content folder; throws for a file that is no record. */
export function readSite(root: string): Site {
  const files = readFiles(root);
  const entries = files.map((file) => readEntry(file, files));
  const lookup = createLookup(entries);
  const blocks = placedBlocks(lookup);
  const allOf = <K extends Kind>(kind: K) => [...lookup.all(kind)];
  return { root, files, entries, lookup, allOf, blocks, filled: allFilled(lookup, blocks) };
}

/** Every field that has a value, nested ones included. */
export const filledFields = ({ filled }: Site): readonly FilledField[] =>
  filled.flatMap(({ schema, values }) => fieldsIn(readFields(schema), values));

export interface FilledField {
  readonly field: Field;
  readonly value: unknown;
}
const fieldsIn = (fields: readonly Field[], values: Values): readonly FilledField[] =>
  fields.flatMap((field) => {
    const value = values[field.name];
    if (value === undefined) return [];
    const nested = field.fields ? ([value as Values | readonly Values[]].flat() as readonly Values[]) : [];
    return [{ field, value }, ...nested.flatMap((group) => fieldsIn(field.fields ?? [], group))];
  });
