import type { FieldShape, TypedContentType, TypedContentTypes, TypedField, TypeModel } from './typeModel.ts';

/** What the types of every site are made of. */
const COMMON = `
  "What every page and record has"
  interface Entry { ENTRY }
  "A part of a picture that should stay visible, from 0 to 1"
  type FocalPoint { x: Float!, y: Float! }
  enum MediaFormat { WEBP AVIF }
  type Media {
    id: Int!
    filename: String!
    mimeType: String!
    size: Int
    width: Int
    height: Int
    alt: String
    title: String
    "The smallest variant that is as wide, or the crop of this name; the file itself without either"
    url(width: Int, format: MediaFormat, crop: String): String!
    srcset(crop: String): String
    placeholder: String
    dominantColor: String
    focalPoint: FocalPoint
    metadata: JSON!
  }
  type RichText { json: JSON!, html: String!, markdown: String!, text: String! }
  type Link { url: String, text: String, target: String, title: String, pageId: Int, pageSlug: String, locale: String, type: String }
  input TextWhere { eq: String, ne: String, in: [String!], nin: [String!], lt: String, lte: String, gt: String, gte: String, contains: String, starts: String, exists: Boolean }
  input NumberWhere { eq: Float, ne: Float, in: [Float!], nin: [Float!], lt: Float, lte: Float, gt: Float, gte: Float, exists: Boolean }
  input FlagWhere { eq: Boolean, ne: Boolean, exists: Boolean }
  input IdWhere { eq: Int, ne: Int, in: [Int!], nin: [Int!], exists: Boolean }
  "Terms as vocabulary:term, or a vocabulary for any of its terms"
  input TermsWhere { any: [String!], all: [String!] }
  input TermWhere { id: IdWhere, slug: TextWhere, name: TextWhere }
  input MediaWhere { id: IdWhere, mimeType: TextWhere, alt: TextWhere, width: NumberWhere, height: NumberWhere }
`;

const ENTRY = `
    id: Int!
    type: String!
    title: String!
    slug: String!
    locale: String!
    status: String!
    "The path on the site; null for records without an address"
    url: String
    createdAt: String!
    updatedAt: String!
    publishedAt: String
    terms: [PageTerm!]!
    translations: [Translation!]!
    "The pages that mention this one, at most 100"
    backlinks(type: String): [Entry!]!
    seo: Seo!
  `;

const OWN_WHERE =
  'id: IdWhere, title: TextWhere, slug: TextWhere, createdAt: TextWhere, updatedAt: TextWhere, publishedAt: TextWhere, locale: TextWhere, terms: TermsWhere';

/** The sort names of what every page has. */
export const OWN_SORTS: Readonly<Record<string, string>> = {
  title: 'title',
  slug: 'slug',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  publishedAt: 'published_at',
};

/** The types of a site in GraphQL's language; nothing for a site without types. */
export function describeTypes({ contentTypes, blockTypes }: TypeModel): string {
  if (contentTypes.size === 0) return '';
  const parts = [COMMON.replace('ENTRY', ENTRY)];
  const queries: string[] = [];
  for (const one of contentTypes.values()) {
    const { type, one: single, many } = one;
    queries.push(
      `${single}(slug: String!, locale: String): ${type}`,
      `${many}(where: ${type}Where, sort: [${type}Sort!], limit: Int = 20, offset: Int = 0, after: String, locale: String): ${type}List!`,
    );
    parts.push(...describeContentType(one, contentTypes));
  }
  for (const { type, fields } of blockTypes.values()) {
    parts.push(`type ${type} { id: String!, blockType: String!, isShared: Boolean!, ${fieldLines(fields)} }`);
    parts.push(...describeNested(fields, contentTypes));
  }
  if (blockTypes.size > 0)
    parts.push(`union AnyBlock = ${[...blockTypes.values()].map(({ type }) => type).join(' | ')}`);
  for (const { regions } of contentTypes.values())
    for (const { type, blocks } of regions)
      if (type !== 'AnyBlock')
        parts.push(`union ${type} = ${blocks.map((slug) => blockTypes.get(slug)!.type).join(' | ')}`);
  return `${parts.join('\n')}\nextend type Query { ${queries.join('\n')} }\n`;
}

function describeContentType(one: TypedContentType, all: TypedContentTypes): readonly string[] {
  const { type, fields, regions } = one;
  const sorted = [...Object.keys(OWN_SORTS), ...fields.filter(({ isSorted }) => isSorted).map(({ name }) => name)];
  const inRegions = regions.map((region) => `${region.name}: [${region.type}!]!`).join(', ');
  const where = `${OWN_WHERE}, ${fields.map((field) => `${field.name}: ${whereType(field.shape, all)}`).join(', ')}`;
  return [
    `type ${type} implements Entry { ${ENTRY} ${fieldLines(fields)} ${regions.length > 0 ? `regions: ${type}Regions!` : ''} }`,
    ...(regions.length > 0 ? [`type ${type}Regions { ${inRegions} }`] : []),
    `"next is what \`after\` takes for the part that follows"\ntype ${type}List { data: [${type}!]!, total: Int!, next: String }`,
    `enum ${type}Sort { ${sorted.flatMap((name) => [`${name}_ASC`, `${name}_DESC`]).join(' ')} }`,
    `input ${type}Where { and: [${type}Where!], or: [${type}Where!], not: ${type}Where, ${where} }`,
    `input ${type}Match { ${where} }`,
    ...describeNested(fields, all),
  ];
}

const fieldLines = (fields: readonly TypedField[]): string =>
  fields
    .map(({ name, shape, isList }) => `${name}: ${isList ? `[${nameOfShape(shape)}!]!` : nameOfShape(shape)}`)
    .join('\n');

const NAMES = { media: 'Media', term: 'Term', link: 'Link', richText: 'RichText', json: 'JSON' } as const;
const nameOfShape = (shape: FieldShape): string => ('type' in shape ? shape.type : NAMES[shape.is]);

function whereType(shape: FieldShape, all: TypedContentTypes): string {
  if (shape.is === 'scalar') return shape.where;
  if (shape.is === 'choice' || shape.is === 'group') return `${shape.type}Where`;
  if (shape.is === 'term') return 'TermWhere';
  if (shape.is === 'media') return 'MediaWhere';
  const [only] = shape.is === 'entry' && shape.types.length === 1 ? shape.types : [];
  if (only !== undefined) return `${all.get(only)!.type}Match`;
  return shape.is === 'entry' ? 'IdWhere' : 'FlagWhere';
}

/** The types of what is inside fields. */
const describeNested = (fields: readonly TypedField[], all: TypedContentTypes): readonly string[] =>
  fields.flatMap(({ shape }) => {
    if (shape.is === 'choice') {
      const { type, names } = shape;
      return [
        `enum ${type} { ${[...names.values()].join(' ')} }`,
        `input ${type}Where { eq: ${type}, ne: ${type}, in: [${type}!], nin: [${type}!], exists: Boolean }`,
      ];
    }
    if (shape.is === 'entry' && shape.types.length > 1)
      return [`union ${shape.type} = ${shape.types.map((slug) => all.get(slug)!.type).join(' | ')}`];
    if (shape.is !== 'group') return [];
    const where = shape.fields.map((field) => `${field.name}: ${whereType(field.shape, all)}`).join(', ');
    return [
      `type ${shape.type} { ${fieldLines(shape.fields)} }`,
      `input ${shape.type}Where { ${where} }`,
      ...describeNested(shape.fields, all),
    ];
  });
