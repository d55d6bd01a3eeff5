import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { entityOf } from '../../src/model/entities/index.ts';
import { mimeTypeOf } from '../../src/model/entities/media.ts';
import { checkValues } from '../../src/model/fields/fields.ts';
import { readFields } from '../../src/model/fields/readFields.ts';
import { checkFieldsSchema } from '../../src/model/fields/schema/checkFieldsSchema.ts';
import { readRegions } from '../../src/model/page/regions.ts';
import { findTermByKey } from '../../src/model/page/term.ts';
import { parse, place, type Site } from './site.ts';

/** What holds for every content folder that is written with care. */
export function itIsWhole(site: () => Site): void {
  it('parses without a warning and without a key given twice', () => {
    for (const { path, text, value } of site().files) {
      const { errors, warnings } = parse(path, text);
      expect([...errors, ...warnings], path).toEqual([]);
      if (path.endsWith('.json')) expect(JSON.parse(text), path).toEqual(value);
    }
  });

  it('writes the keys of each file in the order of its entity, and no other keys', () => {
    for (const { path, value } of site().files) {
      const { order } = entityOf(place(path).kind);
      expect(Object.keys(value), path).toEqual(order.filter((key) => key in value));
    }
  });

  it('writes no nulls, defaults or empty collections of the entity', () => {
    for (const { path, value } of site().files) {
      const { properties } = entityOf(place(path).kind).schema;
      for (const [key, one] of Object.entries(value)) {
        expect(['null', '[]', '{}'], `${path}: ${key}`).not.toContain(JSON.stringify(one));
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
    const values = new Map(site().files.map(({ path, value }) => [path, value]));
    for (const { kind, path, data } of site().entries.filter(({ kind }) => kind !== 'settings')) {
      const { counter, withIds } = entityOf(kind);
      take(counter, values.get(path)?.['id'] as number | undefined, path);
      withIds?.(data, (nested, pointer, id) => take(nested, id, `${path} ${pointer}`));
    }
  });

  it('refers only to what exists', () => {
    const { entries, lookup } = site();
    const references = entries.flatMap(({ kind, path, data }) =>
      (entityOf(kind).references?.(data, lookup) ?? []).map((reference) => ({ ...reference, from: path })),
    );
    const slugs = new Set([...lookup.all('page')].map(({ data }) => data.slug));
    const isMissing = ({ kind, key }: (typeof references)[number]): boolean => {
      if (kind === 'pageSlug') return !slugs.has(key);
      return (kind === 'term' ? findTermByKey(lookup, key) : lookup.byKey(kind, key)) === undefined;
    };
    expect(references.filter(isMissing)).toEqual([]);
    expect(new Set(references.map(({ kind }) => kind))).toEqual(
      new Set(['contentType', 'blockType', 'block', 'page', 'pageSlug', 'media', 'term']),
    );
  });

  it('has only values that fit their fields, and no fields that are not declared', () => {
    const { filled, lookup } = site();
    for (const { path, schema, values, isPublished } of filled) {
      expect(checkValues(schema, values, { lookup, isPublished }), path).toEqual([]);
      const names = readFields(schema).map(({ name }) => name);
      const unknown = Object.keys(values).filter((name) => !names.includes(name));
      expect(unknown, path).toEqual([]);
    }
  });

  it('declares its fields without a mistake', () => {
    for (const { path, data } of [...site().allOf('contentType'), ...site().allOf('blockType')])
      expect(checkFieldsSchema(data.fieldsSchema), path).toEqual([]);
  });

  it('places blocks only where the content type allows them', () => {
    const { blocks, lookup } = site();
    for (const { page, region, type } of blocks) {
      const regions = readRegions(lookup.byKey('contentType', page.data.type)?.data.regions ?? []);
      const found = regions.find(({ name }) => name === region);
      expect(found, `${page.path} region ${region}`).toBeDefined();
      expect(found?.allowedTypes ?? [type], page.path).toContain(type);
    }
  });

  it('keeps slugs under the prefix of their type, or marks them', () => {
    const { allOf, lookup } = site();
    for (const { path, data } of allOf('page')) {
      const prefix = lookup.byKey('contentType', data.type)?.data.settings?.['slugPrefix'];
      const isOutside = typeof prefix === 'string' && !data.slug.startsWith(`${prefix}/`);
      expect(data.slugOverride, path).toBe(isOutside);
    }
  });

  it('describes every media file exactly', async () => {
    const folder = join(site().root, 'media/files');
    const records = site().allOf('media');
    expect(readdirSync(folder).sort()).toEqual(records.map(({ data }) => data.filename).sort());
    for (const { key, path, data } of records) {
      const bytes = readFileSync(join(folder, data.filename));
      const hash = createHash('sha256').update(bytes).digest('hex');
      const { width, height } = mimeTypeOf(data).startsWith('image/') ? await sharp(bytes).metadata() : {};
      expect(data, path).toMatchObject({ hash, size: bytes.length });
      expect([data.width, data.height], path).toEqual([width, height]);
      expect(data.filename, path).toBe(`${key}-${hash.slice(0, 8)}${extname(data.filename)}`);
      expect(bytes.length, path).toBeLessThan(60_000);
    }
  });

  it('joins translations in groups with one page a locale', () => {
    const pages = site().allOf('page');
    const named = pages.flatMap(({ data }) =>
      data.translationGroup ? [`${data.translationGroup} ${data.locale}`] : [],
    );
    expect(new Set(named).size).toBe(named.length);
    for (const name of named)
      expect(name).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12} /);
  });

  it('keeps git from rewriting its files', () => {
    const attributes = readFileSync(join(site().root, '.gitattributes'), 'utf8');
    expect(attributes).toBe('* -text -filter -ident -working-tree-encoding\n');
  });
}
