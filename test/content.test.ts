import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { entityOf } from '../src/model/entities/index.ts';
import { flattenTerms } from '../src/model/entities/taxonomy.ts';
import { FIELD_TYPES } from '../src/model/fields/field.ts';
import { checkFieldsSchema, checkValues } from '../src/model/fields/fields.ts';
import { readFields } from '../src/model/fields/readFields.ts';
import { readRegions } from '../src/model/regions.ts';
import { walk } from '../src/model/richText/node.ts';
import { MARKS, NODES } from '../src/model/richText/rules.ts';
import { findTermByKey } from '../src/model/term.ts';
import {
  allOf,
  blockTypeOf,
  entries,
  files,
  filled,
  lookup,
  pages,
  parse,
  place,
  placements,
  ROOT,
  used,
} from './content/sample.ts';

const MEDIA_FILES = join(ROOT, 'media/files');
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('the sample site', () => {
  it('parses without a warning and without a key given twice', () => {
    for (const { path, text } of files) {
      const { errors, warnings } = parse(path, text);
      expect([...errors, ...warnings], path).toEqual([]);
    }
    for (const { path, text, value } of files.filter(({ path }) => path.endsWith('.json')))
      expect(JSON.parse(text), path).toEqual(value);
  });

  it('writes the keys of each file in the order of its entity, and no other keys', () => {
    for (const { path, value } of files) {
      const { order } = entityOf(place(path).kind);
      expect(Object.keys(value), path).toEqual(order.filter((key) => key in value));
    }
  });

  it('writes no nulls, defaults or empty collections of the entity', () => {
    for (const { path, value } of files) {
      const { properties } = entityOf(place(path).kind).schema;
      for (const [key, one] of Object.entries(value)) {
        expect([null, '', '[]', '{}'], `${path}: ${key}`).not.toContain(
          typeof one === 'object' ? JSON.stringify(one) : one,
        );
        expect(one, `${path}: ${key}`).not.toEqual(properties[key]?.['default'] ?? null);
      }
    }
  });

  it('gives every record and every nested record an id that no other of its counter has', () => {
    const seen = new Map<string, string>();
    const take = (counter: string, id: number | undefined, where: string): number => {
      expect(id, `id of ${where}`).toBeGreaterThan(0);
      expect(seen.get(`${counter} ${id}`), `another ${counter} with the id of ${where}`).toBeUndefined();
      seen.set(`${counter} ${id}`, where);
      return id ?? 0;
    };
    for (const { kind, path, data } of entries.filter(({ kind }) => kind !== 'settings')) {
      const { counter, withIds } = entityOf(kind);
      take(counter, files.find((file) => file.path === path)?.value['id'] as number | undefined, path);
      withIds?.(data, (nested, pointer, id) => take(nested, id, `${path} ${pointer}`));
    }
  });

  it('refers only to what exists', () => {
    const references = entries.flatMap(({ kind, path, data }) =>
      (entityOf(kind).references?.(data, lookup) ?? []).map((reference) => ({ ...reference, from: path })),
    );
    const isMissing = ({ kind, key }: (typeof references)[number]): boolean =>
      (kind === 'term' ? findTermByKey(lookup, key) : lookup.byKey(kind, key)) === undefined;
    expect(references.filter(isMissing)).toEqual([]);
    expect(new Set(references.map(({ kind }) => kind))).toEqual(
      new Set(['contentType', 'blockType', 'block', 'page', 'media', 'term']),
    );
  });

  it('links only to pages that exist', () => {
    const hrefs = [...JSON.stringify(entries.map(({ data }) => data)).matchAll(/"href":"\/([^"]*)"/g)].map(
      ([, path = '']) => path,
    );
    const keyOf = (path: string): string => (/^(es|fr)\//.test(path) ? path : `en/${path}`);
    expect(hrefs.map(keyOf).filter((key) => lookup.byKey('page', key) === undefined)).toEqual([]);
    expect(hrefs.length).toBeGreaterThan(5);
  });

  it('has only values that fit their fields, and no fields that are not declared', () => {
    for (const { path, schema, values, isPublished } of filled) {
      expect(checkValues(schema, values, { lookup, isPublished }), path).toEqual([]);
      const names = readFields(schema).map(({ name }) => name);
      expect(
        Object.keys(values).filter((name) => !names.includes(name)),
        path,
      ).toEqual([]);
    }
  });

  it('declares its fields without a mistake, in all three forms', () => {
    const schemas = [...allOf('contentType'), ...allOf('blockType')].map(({ data }) => data.fieldsSchema);
    for (const schema of schemas) expect(checkFieldsSchema(schema)).toEqual([]);
    const isJsonSchema = (schema: object): boolean => 'type' in schema && schema.type === 'object';
    const forms = schemas.map((schema) =>
      Array.isArray(schema) ? 'list' : isJsonSchema(schema) ? 'JSON Schema' : 'names',
    );
    expect(new Set(forms)).toEqual(new Set(['list', 'JSON Schema', 'names']));
  });

  it('places blocks only where the content type allows them', () => {
    for (const { page, region, block } of placements) {
      const regions = readRegions(lookup.byKey('contentType', page.data.type)?.data.regions ?? []);
      const found = regions.find(({ name }) => name === region);
      expect(found, `${page.path} region ${region}`).toBeDefined();
      expect(found?.allowedTypes ?? [blockTypeOf(block)], page.path).toContain(blockTypeOf(block));
    }
  });

  it('describes every media file exactly', async () => {
    const records = allOf('media');
    expect(readdirSync(MEDIA_FILES).sort()).toEqual(records.map(({ data }) => data.filename).sort());
    for (const { key, path, data } of records) {
      const bytes = readFileSync(join(MEDIA_FILES, data.filename));
      const hash = createHash('sha256').update(bytes).digest('hex');
      const { width, height } = data.mimeType.startsWith('image/') ? await sharp(bytes).metadata() : {};
      expect(data, path).toMatchObject({ hash, size: bytes.length });
      expect([data.width, data.height], path).toEqual([width, height]);
      expect(data.filename, path).toBe(`${key}-${hash.slice(0, 8)}${extname(data.filename)}`);
      expect(bytes.length, path).toBeLessThan(60_000);
    }
  });

  it('uses every field kind, every rich text node and every mark', () => {
    const [nodes, marks] = [new Set<string>(), new Set<string>()];
    for (const { value } of used.filter(({ field }) => field.type === 'richtext')) {
      walk(value, (node) => {
        nodes.add(node.type);
        for (const mark of (node.marks ?? []) as readonly { type: string }[]) marks.add(mark.type);
      });
    }
    expect(FIELD_TYPES.filter((type) => !used.some(({ field }) => field.type === type))).toEqual([]);
    expect([...NODES.keys()].filter((type) => !nodes.has(type))).toEqual([]);
    expect([...MARKS.keys()].filter((type) => !marks.has(type))).toEqual([]);
  });

  it('is large enough to show every part of the system', () => {
    const [settings] = allOf('settings');
    expect(pages.length).toBeGreaterThanOrEqual(28);
    expect(allOf('contentType')).toHaveLength(4);
    expect(allOf('blockType')).toHaveLength(10);
    expect([...new Set(pages.map(({ data }) => data.locale))].sort()).toEqual(settings?.data.supportedLocales);
    for (const locale of settings?.data.supportedLocales ?? [])
      expect(lookup.byKey('page', `${locale}/${settings?.data.homeSlug}`)?.data.status).toBe('published');
    expect(new Set(placements.map(({ block }) => blockTypeOf(block))).size).toBe(10);
    expect(new Set(files.map(({ path }) => extname(path)))).toEqual(new Set(['.yaml', '.json', '.md']));
    expect(
      allOf('taxonomy')
        .map(({ data }) => flattenTerms(data.terms).length > data.terms.length)
        .sort(),
    ).toEqual([false, true]);
  });

  it('has pages that must stay hidden, and ways that lead to them', () => {
    const statusOf = (key: string | undefined) => lookup.byKey('page', key ?? '')?.data.status;
    const menuPages = [...JSON.stringify(allOf('menu')).matchAll(/"page":"([^"]*)"/g)].map(([, key]) => key);
    const published = pages.filter(({ data }) => data.status === 'published');
    expect(menuPages.map(statusOf)).toContain('draft');
    expect(
      used.filter(({ field }) => field.type === 'reference').map(({ value }) => statusOf(String(value))),
    ).toContain('archived');
    expect(published.filter(({ data }) => (data.scheduledAt ?? '') > '2090').length).toBe(1);
    expect(published.filter(({ data }) => (data.unpublishAt ?? '') > '2090').length).toBe(1);
    expect(published.filter(({ data }) => data.publishedAt === undefined)).toEqual([]);
  });

  it('joins translations in groups with one page a locale, some of them drafts', () => {
    const grouped = pages.filter(({ data }) => data.translationGroup !== undefined);
    const groups = new Map(
      grouped.map(({ data: { translationGroup: group } }) => [
        group,
        grouped.filter(({ data }) => data.translationGroup === group),
      ]),
    );
    for (const [group = '', members] of groups) {
      expect(group).toMatch(UUID_V4);
      expect(new Set(members.map(({ data }) => data.locale)).size, group).toBe(members.length);
    }
    const statuses = [...groups.values()].map((members) =>
      [...new Set(members.map(({ data }) => data.status))].sort().join(),
    );
    expect(statuses).toContain('draft,published');
  });

  it('keeps git from rewriting its files', () => {
    expect(readFileSync(join(ROOT, '.gitattributes'), 'utf8')).toBe('* -text -filter -ident -working-tree-encoding\n');
  });
});
