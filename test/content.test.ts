import { extname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flattenTerms } from '../src/model/entities/taxonomy.ts';
import { FIELD_TYPES } from '../src/model/fields/field.ts';
import { walkNodes } from '../src/model/richText/node.ts';
import { MARKS, NODES } from '../src/model/richText/rules.ts';
import { filledFields, readSite } from './content/site.ts';
import { itIsWhole } from './content/wholeSite.ts';

const site = readSite(join(import.meta.dirname, '../content'));
const { allOf, blocks, entries, files, lookup } = site;
const pages = allOf('page');
const used = filledFields(site);
const statusOf = (key: unknown) => lookup.byKey('page', String(key))?.data.status;

describe('the sample site', () => {
  itIsWhole(() => site);

  it('links only to pages that exist', () => {
    const text = JSON.stringify(entries.map(({ data }) => data));
    const paths = [...text.matchAll(/"href":"\/([^"]*)"/g)].map(([, path = '']) => path);
    const keys = paths.map((path) => (/^(es|fr)\//.test(path) ? path : `en/${path}`));
    expect(keys.filter((key) => statusOf(key) !== 'published')).toEqual([]);
    expect(keys.length).toBeGreaterThan(5);
  });

  it('writes schemas in all three forms and choices in both', () => {
    const schemas = [...allOf('contentType'), ...allOf('blockType')].map(({ data }) => data.fieldsSchema);
    const formOf = (schema: object): string => ('type' in schema && schema.type === 'object' ? 'JSON Schema' : 'names');
    const forms = schemas.map((schema) => (Array.isArray(schema) ? 'list' : formOf(schema)));
    expect(new Set(forms)).toEqual(new Set(['list', 'JSON Schema', 'names']));
    const text = JSON.stringify(schemas);
    for (const form of ['"options":["', '"options":[{"label"', '"settings":{"options"']) expect(text).toContain(form);
    for (const rule of ['equals', 'in', 'notEmpty'])
      expect(text).toMatch(new RegExp(`"condition":\\{"field":"\\w+","${rule}"`));
  });

  it('uses every field kind, every rich text node and every mark', () => {
    const [nodes, marks] = [new Set<string>(), new Set<string>()];
    for (const { value } of used.filter(({ field }) => field.type === 'richtext')) {
      walkNodes(value, (node) => {
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
    const locales = settings?.data.supportedLocales ?? [];
    const vocabularies = allOf('taxonomy').map(({ data }) => flattenTerms(data.terms).length > data.terms.length);
    expect(pages.length).toBeGreaterThanOrEqual(28);
    expect(allOf('contentType')).toHaveLength(4);
    expect(allOf('blockType')).toHaveLength(10);
    expect([...new Set(pages.map(({ data }) => data.locale))].sort()).toEqual(['en', 'es', 'fr']);
    expect(locales).toEqual(['en', 'es', 'fr']);
    for (const locale of locales) expect(statusOf(`${locale}/${settings?.data.homeSlug}`)).toBe('published');
    expect(new Set(pages.map(({ data }) => data.type)).size).toBe(4);
    expect(new Set(blocks.map(({ type }) => type)).size).toBe(10);
    expect(new Set(files.map(({ path }) => extname(path)))).toEqual(new Set(['.yaml', '.json', '.md']));
    expect(vocabularies.sort()).toEqual([false, true]);
  });

  it('has pages that must stay hidden, and references to them', () => {
    const menuPages = [...JSON.stringify(allOf('menu')).matchAll(/"page":"([^"]*)"/g)].map(([, key]) => key);
    const references = used.filter(({ field }) => field.type === 'reference').map(({ value }) => value);
    const published = pages.filter(({ data }) => data.status === 'published');
    const groups = new Map(published.map(({ data }) => [data.translationGroup, data.locale]));
    const hiddenTranslations = pages.filter(
      ({ data }) => data.status === 'draft' && groups.has(data.translationGroup ?? ''),
    );
    expect(menuPages.map(statusOf)).toContain('draft');
    expect(references.map(statusOf)).toContain('archived');
    expect(hiddenTranslations.map(({ key }) => key)).toEqual(['es/sky', 'fr/visit/opening-hours']);
    expect(published.filter(({ data }) => (data.scheduledAt ?? '') > '2090')).toHaveLength(1);
    expect(published.filter(({ data }) => (data.unpublishAt ?? '') > '2090')).toHaveLength(1);
    expect(published.filter(({ data }) => data.publishedAt === undefined)).toEqual([]);
  });
});
