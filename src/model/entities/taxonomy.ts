import { always, defineEntity } from '../entity.ts';
import type { Detail } from '../errors.ts';
import { because } from '../reason.ts';
import { withNestedIds } from '../record/nestedIds.ts';
import {
  BY_LANGUAGE,
  languageKeys,
  type RecordWords,
  translatedWords,
  translatePart,
  translateTree,
  treeParts,
  type WordsByLocale,
} from '../record/words.ts';
import {
  anyObject,
  flag,
  type Infer,
  integer,
  label,
  list,
  nestedId,
  object,
  recursive,
  type Schema,
  slug,
  text,
  withDefault,
} from '../schema/schema.ts';

/** `fields` are merged over those of the term. */
export const termTranslations = () => translatedWords({ name: text({ maxLength: 200 }), fields: anyObject() });

export interface Term {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly translations?: WordsByLocale;
  /** Orders the terms of a vocabulary, smaller first. */
  readonly weight: number;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly children: readonly Term[];
}

const term: Schema<Term> = {
  $id: 'term',
  ...object(
    {
      id: nestedId(),
      slug: slug(),
      name: label(200),
      weight: withDefault(integer({ minimum: -1_000_000, maximum: 1_000_000 }), 0),
      children: withDefault(
        list(
          recursive('term', () => term),
          { maxItems: 10_000 },
        ),
        [],
      ),
    },
    { translations: termTranslations(), fields: anyObject() },
  ),
};

export const taxonomySchema = object(
  {
    slug: slug(),
    name: label(200),
    hierarchical: withDefault(flag(), false),
    terms: withDefault(list(term, { maxItems: 10_000 }), []),
  },
  {
    description: text(),
    translations: translatedWords({ name: text({ maxLength: 200 }), description: text() }),
    settings: anyObject(),
  },
);
export type Taxonomy = Infer<typeof taxonomySchema>;

declare module '../records.ts' {
  interface Records {
    taxonomy: Taxonomy;
  }
}

/** A vocabulary's terms, parents before their children. */
export const flattenTerms = (terms: readonly Term[]): readonly Term[] =>
  terms.flatMap((one) => [one, ...flattenTerms(one.children)]);

function checkTaxonomy(data: Taxonomy): readonly Detail[] {
  const slugs = flattenTerms(data.terms).map((one) => one.slug);
  const first = new Map(slugs.toReversed().map((one, index) => [one, slugs.length - 1 - index]));
  const repeated = slugs.filter((one, index) => first.get(one) !== index);
  const nested = !data.hierarchical && data.terms.some((one) => one.children.length > 0);
  return [
    ...[...new Set(repeated)].map((one) => ({
      path: ['terms'],
      ...because('taken', `has two terms with the slug "${one}"`, { value: one }),
    })),
    ...(nested
      ? [
          {
            path: ['terms'],
            ...because('nestedTerms', 'must not be nested in a vocabulary that is not hierarchical', {}),
          },
        ]
      : []),
  ];
}

const words: RecordWords<Taxonomy> = {
  *parts(data) {
    yield { path: [], value: data, names: ['name', 'description'] };
    yield* treeParts(data.terms, ['terms'], ['name']);
  },
  inLanguages: (data, locales) => ({ ...translatePart(data, locales), terms: translateTree(data.terms, locales) }),
};

export const taxonomy = defineEntity({
  name: 'taxonomy',
  plural: 'taxonomies',
  file: 'taxonomies/{slug}',
  home: 'content',
  schema: taxonomySchema,
  order: ['id', 'name', 'description', 'translations', 'hierarchical', 'settings', 'createdAt', 'terms'],
  counter: 'taxonomy',
  indexes: {
    [BY_LANGUAGE]: languageKeys(words),
    byTerm: { counter: 'term', many: (data: Taxonomy) => flattenTerms(data.terms).map((one) => String(one.id)) },
  },
  access: { read: 'viewer', create: 'editor', update: 'editor', remove: 'editor' },
  isPublic: always,
  title: (data) => data.name,
  words,
  withIds: (data, assign) => ({ ...data, terms: withNestedIds(data.terms, 'term', 'terms', assign) }),
  check: checkTaxonomy,
});
