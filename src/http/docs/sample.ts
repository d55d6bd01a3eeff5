import type { DocumentedSchema } from './shape.ts';

type NamedSchemas = Readonly<Record<string, DocumentedSchema>>;

const TEXTS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-05T09:00:00.000Z',
  email: 'ada@example.org',
};

/** Values that suit well-known names better than an arbitrary text. */
const NAMED: Readonly<Record<string, unknown>> = {
  title: 'About us',
  name: 'Main',
  slug: 'about',
  locale: 'en',
  url: 'https://example.org/hook',
  password: 'correct horse',
  fromPath: '/old',
  toPath: '/new',
  region: 'content',
  pages: 'about',
  query: '{ pages { data { title } } }',
  quire: 1,
};

/** Values of the sample content for path parameters that need more than their name. */
const PLACES: Readonly<Record<string, string>> = {
  'menus/{slug}': 'main',
  'taxonomies/{slug}': 'topics',
  'folders/{name}': 'plates',
  'tracking-scripts/{page}': 'tides',
  'type/{type}': 'article',
  'term/{vocabulary}': 'topics',
  'topics/{term}': 'birds',
  '{n}': '1',
  '{part}': '1.xml',
  '{variant}': 'medium',
  '{commit}': '4f2a9c1',
};

/** A path with its parameters filled in. */
export function samplePath(path: string, parameters: readonly { name: string; schema: DocumentedSchema }[]): string {
  return parameters.reduce((filled, { name, schema }) => {
    const place = `{${name}}`;
    // What a file of one language is called after stands before the language.
    const before = filled
      .slice(0, filled.indexOf(place))
      .replace(/\/en\/$/, '/')
      .split('/')
      .at(-2);
    const value = PLACES[`${before}/${place}`] ?? PLACES[place] ?? sampleOf(schema, {}, name);
    return filled.replace(place, String(value));
  }, path);
}

/** The members that an example shows: the required ones, else the first. */
function shownMembers(schema: DocumentedSchema): readonly [string, DocumentedSchema][] {
  const all = Object.entries((schema['properties'] ?? {}) as NamedSchemas);
  const required = (schema['required'] ?? []) as readonly string[];
  const shown = all.filter(([name]) => required.includes(name));
  return shown.length > 0 ? shown : all.slice(0, 1);
}

/** A short value that fits a schema, for an example. */
export function sampleOf(schema: DocumentedSchema, schemas: NamedSchemas, name = ''): unknown {
  const { $ref, type } = schema;
  if (typeof $ref === 'string') return sampleOf(schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}, schemas, name);
  if ('const' in schema) return schema['const'];
  const choices = (schema['anyOf'] ?? schema['oneOf']) as readonly DocumentedSchema[] | undefined;
  if (choices?.[0]) return sampleOf(choices[0], schemas, name);
  const [option] = (schema['enum'] as readonly unknown[] | undefined) ?? [];
  if (option !== undefined) return option;
  return sampleOfType([type].flat()[0], schema, { schemas, name });
}

interface SampleContext {
  readonly schemas: NamedSchemas;
  readonly name: string;
}

function sampleOfType(type: unknown, schema: DocumentedSchema, { schemas, name }: SampleContext): unknown {
  if (type === 'array') return schema['items'] ? [sampleOf(schema['items'] as DocumentedSchema, schemas, name)] : [];
  if (type === 'object')
    return Object.fromEntries(shownMembers(schema).map(([key, member]) => [key, sampleOf(member, schemas, key)]));
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return schema['minimum'] ?? 1;
  return NAMED[name] ?? TEXTS[String(schema['format'])] ?? 'text';
}
