import { compareText } from '../../lib/text/compareText.ts';
import type { BlockType } from '../../model/entities/blockType.ts';
import type { ContentType } from '../../model/entities/contentType.ts';
import type { Settings } from '../../model/entities/settings.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { readFields } from '../../model/fields/readFields.ts';
import { readRegions } from '../../model/page/regions.ts';
import { settingsOf } from '../../model/siteSettings.ts';
import { listOf, writeGroup } from './fieldType.ts';
import { comment, propertyName, quote } from './text.ts';
import { typeNames } from './typeNames.ts';

type Names = ReadonlyMap<string, string>;

/** The TypeScript declarations for all content; they need those of `client/content.ts`. */
export function showTypes(lookup: Pick<Lookup, 'all' | 'byKey'>): string {
  const contentTypes = [...lookup.all('contentType')].sort(byKey);
  const blockTypes = [...lookup.all('blockType')].sort(byKey);
  const pages = typeNames(contentTypes.map(({ key }) => key));
  const blocks = typeNames(blockTypes.map(({ key }) => key));
  return [
    ...contentTypes.map((type) => showContentType(type, pages, blocks)),
    showUnion('A page in a list; `type` tells which.', 'PageItem', pages),
    showUnion('A page by itself; `type` tells which.', 'Page', pages),
    ...blockTypes.map((type) => showBlockType(type, blocks)),
    showUnion('A block; `block_type` tells which.', 'Block', blocks),
    showSite(settingsOf(lookup)),
  ].join('\n');
}

/** The type parameter of a client: `createClient<Site>`. */
const showSite = ({ static: { expand, richtext } }: Pick<Settings, 'static'>): string =>
  [
    comment(['The site, for a client: its pages, and how they are shown where a call does not say it']),
    'export interface Site {\n  page: Page;\n  item: PageItem;\n',
    `  shape: { expand: ${expand.map(quote).join(' | ') || 'never'}; richtext: ${quote(richtext)} };\n}\n`,
  ].join('');

const byKey = (a: Entry, b: Entry): number => compareText(a.key, b.key);

function showContentType({ key, data }: Entry<ContentType>, names: Names, blocks: Names): string {
  const name = `${names.get(key)}Page`;
  return [
    comment([data.name, data.description]),
    `export type ${name} = PageOf<${quote(key)}, ${name}Fields, ${name}Regions>;\n`,
    `export type ${name}Item = PageItemOf<${quote(key)}, ${name}Fields>;\n`,
    `export type ${name}Fields = ${writeGroup(readFields(data.fieldsSchema))};\n`,
    `export type ${name}Regions = ${writeRegions(data, blocks)};\n`,
  ].join('');
}

function showBlockType({ key, data }: Entry<BlockType>, names: Names): string {
  const name = `${names.get(key)}Block`;
  return [
    comment([data.name, data.description]),
    `export type ${name} = BlockOf<${quote(key)}, ${name}Fields>;\n`,
    `export type ${name}Fields = ${writeGroup(readFields(data.fieldsSchema))};\n`,
  ].join('');
}

/** The regions of a page, all optional: empty ones are left out. A type without regions allows any. */
function writeRegions({ regions }: ContentType, blocks: Names): string {
  const read = readRegions(regions);
  if (read.length === 0) return 'Record<string, Block[]>';
  // Of regions with the same name the first counts, as in the check of pages.
  const first = read.filter(({ name }, index) => read.findIndex((one) => one.name === name) === index);
  const lines = first.map(
    ({ name, allowedTypes }) => `  ${propertyName(name)}?: ${writeBlocks(allowedTypes, blocks)};\n`,
  );
  return `{\n${lines.join('')}}`;
}

function writeBlocks(allowed: readonly string[] | null, blocks: Names): string {
  if (allowed === null) return 'Block[]';
  const names = new Set(allowed.flatMap((slug) => blocks.get(slug) ?? []));
  return listOf([...names].map((name) => `${name}Block`).join(' | ') || 'never');
}

const showUnion = (about: string, union: string, names: Names): string =>
  `${comment([about])}export type ${union} =${[...names.values()].map((name) => `\n  | ${name}${union}`).join('') || ' never'};\n`;
