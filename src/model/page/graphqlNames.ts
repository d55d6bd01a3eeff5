import { compareText } from '../../lib/text/compareText.ts';

/** What the site's own schema is made of; the types and queries of a site must be called otherwise. */
const RESERVED_TYPES: ReadonlySet<string> = new Set([
  ...['Query', 'Mutation', 'Subscription', 'Int', 'Float', 'String', 'Boolean', 'ID', 'JSON', 'Page', 'PageList'],
  ...['ListMeta', 'PageTerm', 'PageMeta', 'Translation', 'Seo', 'Menu', 'MenuItem', 'Taxonomy', 'Term', 'Config'],
  ...[
    'Footer',
    'Entry',
    'AnyBlock',
    'Media',
    'FocalPoint',
    'RichText',
    'Link',
    'Text',
    'Number',
    'Flag',
    'Id',
    'Terms',
  ],
]);
const RESERVED_QUERIES: ReadonlySet<string> = new Set([
  ...['page', 'pages', 'menu', 'menus', 'taxonomy', 'taxonomies', 'config', 'entry', 'entries'],
]);
/** What every page, and every block, has beside its fields. */
export const RESERVED_FIELDS: Readonly<Record<'contentType' | 'blockType', ReadonlySet<string>>> = {
  contentType: new Set([
    ...['id', 'type', 'title', 'slug', 'locale', 'status', 'url', 'createdAt', 'updatedAt', 'publishedAt', 'terms'],
    ...['translations', 'backlinks', 'seo', 'regions', 'and', 'or', 'not'],
  ]),
  blockType: new Set(['id', 'blockType', 'isShared']),
};

/** What is made of the names of types. */
const DERIVED = /(?:List|Where|Sort|Match|Regions|Block)$/i;
const DERIVED_FROM = ['', 'List', 'Where', 'Sort', 'Match', 'Regions'];

/** Makes the function that gives each nested type a name that nothing else has, nor its conditions. */
export function createTypeClaims(types: Iterable<string>): (wanted: string) => string {
  const taken = new Set([...RESERVED_TYPES, ...[...types].flatMap((type) => DERIVED_FROM.map((one) => type + one))]);
  return (wanted) => {
    const name = findFree(wanted, (one) => !taken.has(one) && !taken.has(`${one}Where`));
    for (const one of [name, `${name}Where`]) taken.add(one);
    return name;
  };
}

/** What a content type is called in GraphQL. */
export interface GraphqlTypeName {
  readonly type: string;
  /** The query of one record, and that of a list. */
  readonly one: string;
  readonly many: string;
  /** Why it is not called as its slug suggests. */
  readonly reason?: string;
}

/** A word of letters and digits; the first one in lower case: `blog-post` → `blogPost`. */
export const toGraphqlName = (slug: string): string => {
  const words = slug.split(/[^A-Za-z0-9]+/).filter(Boolean);
  const joined = words.map((word, at) => (at === 0 ? lowerFirst(word) : upperFirst(word))).join('');
  return /^[A-Za-z]/.test(joined) ? joined : `x${joined}`;
};

export const upperFirst = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
const lowerFirst = (word: string): string => word.slice(0, 1).toLowerCase() + word.slice(1);

function toPlural(name: string): string {
  if (/(?:s|news)$/.test(name)) return `${name}List`;
  if (/(?:x|z|ch|sh)$/.test(name)) return `${name}es`;
  return /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`;
}

/** The names of content types by their slugs: the same names for the same slugs, whatever their order. */
export function nameContentTypes(slugs: readonly string[]): ReadonlyMap<string, GraphqlTypeName> {
  const names = new Map<string, GraphqlTypeName>();
  const taken = new Set<string>();
  for (const slug of [...slugs].sort(compareText)) {
    const plain = toGraphqlName(slug);
    const isReserved =
      DERIVED.test(plain) ||
      RESERVED_TYPES.has(upperFirst(plain)) ||
      RESERVED_QUERIES.has(plain) ||
      RESERVED_QUERIES.has(toPlural(plain));
    const wanted = isReserved ? `${plain}Entry` : plain;
    const one = findFree(wanted, (name) => !taken.has(name) && !taken.has(toPlural(name)));
    const many = toPlural(one);
    for (const name of [one, many]) taken.add(name);
    const reason =
      one !== wanted ? 'another type has that name' : isReserved ? 'that name belongs to Quire' : undefined;
    names.set(slug, { type: upperFirst(one), one, many, ...(reason && { reason }) });
  }
  return names;
}

/** The names of block types by their slugs; all end in `Block`. */
export function nameBlockTypes(slugs: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set(['AnyBlock']);
  for (const slug of [...slugs].sort(compareText)) {
    const name = findFree(`${upperFirst(toGraphqlName(slug))}Block`, (one) => !taken.has(one));
    taken.add(name);
    names.set(slug, name);
  }
  return names;
}

/** The names of fields, or of regions, in the order of their declaration. */
export function nameFields(
  names: readonly string[],
  reserved: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const named = new Map<string, string>();
  for (const name of names) {
    const plain = /^[A-Za-z][A-Za-z0-9_]*$/.test(name) && !name.includes('__') ? name : toGraphqlName(name);
    const one = findFree(reserved.has(plain) ? `${plain}Field` : plain, (free) => !taken.has(free));
    taken.add(one);
    named.set(name, one);
  }
  return named;
}

function findFree(name: string, isFree: (name: string) => boolean): string {
  if (isFree(name)) return name;
  for (let count = 2; ; count += 1) if (isFree(`${name}${count}`)) return `${name}${count}`;
}

/** The names of choices, if each can have one of its own; else they are texts. */
export function nameChoices(values: readonly string[]): ReadonlyMap<string, string> | undefined {
  const names = values.map((value) => value.replace(/[^A-Za-z0-9_]/g, '_'));
  const isSound = names.every(
    (name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !/^(?:__|true$|false$|null$)/.test(name),
  );
  if (!isSound || new Set(names).size < names.length || names.length === 0) return undefined;
  return new Map(values.map((value, at) => [value, names[at]!]));
}
