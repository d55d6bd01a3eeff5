import { compareText } from '../../lib/text/compareText.ts';
import { quoteLiteral } from '../../lib/text/quoteLiteral.ts';
import type { BlockType } from '../../model/entities/blockType.ts';
import type { ContentType } from '../../model/entities/contentType.ts';
import type { Settings } from '../../model/entities/settings.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import type { FieldKinds } from '../../model/fields/fieldSet.ts';
import { arrayTypeOf } from '../../model/fields/kinds/typeTexts.ts';
import { readFields } from '../../model/fields/readFields.ts';
import { readRegions } from '../../model/page/regions.ts';
import { siteSettings } from '../../model/siteSettings.ts';
import { writeGroup } from './fieldType.ts';
import { comment, propertyName } from './text.ts';
import { typeNames } from './typeNames.ts';

type TypeNames = ReadonlyMap<string, string>;

/** The TypeScript declarations for all content; they need those of `client/content.ts`. */
export function showTypes(lookup: Pick<Lookup, 'all' | 'byKey' | 'code'>): string {
  const { kinds } = lookup.code;
  const contentTypes = [...lookup.all('contentType')].sort(byKey);
  const blockTypes = [...lookup.all('blockType')].sort(byKey);
  const pages = typeNames(contentTypes.map(({ key }) => key));
  const blocks = typeNames(blockTypes.map(({ key }) => key));
  return [
    ...contentTypes.map((type) => writeContentType(type, { kinds, pages, blocks })),
    showUnion('A page in a list; `type` tells which.', 'PageItem', pages),
    showUnion('A page by itself; `type` tells which.', 'Page', pages),
    ...blockTypes.map((type) => writeBlockType(type, { kinds, blocks })),
    showUnion('A block; `block_type` tells which.', 'Block', blocks),
    writeSiteType(siteSettings(lookup)),
  ].join('\n');
}

/** The type parameter of a client: `createClient<Site>`. */
const writeSiteType = ({ static: { expand, richtext } }: Pick<Settings, 'static'>): string =>
  [
    comment(['The site, for a client: its pages, and how they are shown where a call does not say it']),
    'export interface Site {\n  page: Page;\n  item: PageItem;\n',
    `  shape: { expand: ${expand.map(quoteLiteral).join(' | ') || 'never'}; richtext: ${quoteLiteral(richtext)} };\n}\n`,
  ].join('');

const byKey = (a: Entry, b: Entry): number => compareText(a.key, b.key);

/** The kinds of fields, and the names that types are written under. */
interface NamedTypes {
  readonly kinds: FieldKinds;
  readonly pages: TypeNames;
  readonly blocks: TypeNames;
}

function writeContentType({ key, data }: Entry<ContentType>, { kinds, pages, blocks }: NamedTypes): string {
  const name = `${pages.get(key)}Page`;
  return [
    comment([data.name, data.description]),
    `export type ${name} = PageOf<${quoteLiteral(key)}, ${name}Fields, ${name}Regions>;\n`,
    `export type ${name}Item = PageItemOf<${quoteLiteral(key)}, ${name}Fields>;\n`,
    `export type ${name}Fields = ${writeGroup(readFields(data.fieldsSchema), { kinds })};\n`,
    `export type ${name}Regions = ${writeRegionsType(data, blocks)};\n`,
  ].join('');
}

function writeBlockType({ key, data }: Entry<BlockType>, { kinds, blocks }: Omit<NamedTypes, 'pages'>): string {
  const name = `${blocks.get(key)}Block`;
  return [
    comment([data.name, data.description]),
    `export type ${name} = BlockOf<${quoteLiteral(key)}, ${name}Fields>;\n`,
    `export type ${name}Fields = ${writeGroup(readFields(data.fieldsSchema), { kinds })};\n`,
  ].join('');
}

/** The regions of a page, all optional: empty ones are left out. A type without regions allows any. */
function writeRegionsType({ regions }: ContentType, blocks: TypeNames): string {
  const read = readRegions(regions);
  if (read.length === 0) return 'Record<string, Block[]>';
  // Of regions with the same name the first counts, as in the check of pages.
  const first = read.filter(({ name }, index) => read.findIndex((one) => one.name === name) === index);
  const lines = first.map(
    ({ name, allowedTypes }) => `  ${propertyName(name)}?: ${writeBlocks(allowedTypes, blocks)};\n`,
  );
  return `{\n${lines.join('')}}`;
}

function writeBlocks(allowed: readonly string[] | null, blocks: TypeNames): string {
  if (allowed === null) return 'Block[]';
  const names = new Set(allowed.flatMap((slug) => blocks.get(slug) ?? []));
  return arrayTypeOf([...names].map((name) => `${name}Block`).join(' | ') || 'never');
}

const showUnion = (about: string, union: string, names: TypeNames): string =>
  `${comment([about])}export type ${union} =${[...names.values()].map((name) => `\n  | ${name}${union}`).join('') || ' never'};\n`;
