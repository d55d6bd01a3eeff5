import { buildSchema, type GraphQLSchema } from 'graphql';

const SDL = `
"Any JSON value"
scalar JSON

type Query {
  """
  Public pages of one locale, by default that of the site; at most 50 at a time.
  sort is <field>:<asc or desc>, taxonomy is <vocabulary>:<term>, or <vocabulary> for any of its terms
  """
  pages(type: String, taxonomy: String, locale: String, sort: String = "published_at:desc", limit: Int = 20, offset: Int = 0): PageList!
  "fallback: other languages stand in for this one, as the settings of the site say"
  page(slug: String!, locale: String, fallback: Boolean): Page
  "With locale, items have the words of that language, and lead to pages in it"
  menu(slug: String!, locale: String, fallback: Boolean): Menu
  menus(locale: String, fallback: Boolean): [Menu!]!
  taxonomy(slug: String!, locale: String, fallback: Boolean): Taxonomy
  taxonomies(locale: String, fallback: Boolean): [Taxonomy!]!
  config(locale: String, fallback: Boolean): Config!
}

type PageList { data: [Page!]!, meta: ListMeta! }

"total is the number of pages in the whole list"
type ListMeta { total: Int!, limit: Int!, offset: Int! }

type Page {
  id: Int!
  type: String!
  title: String!
  slug: String!
  status: String!
  locale: String!
  "The language that was asked for, with fallback"
  requestedLocale: String
  fields: JSON!
  terms: [PageTerm!]!
  meta: PageMeta!
  createdAt: String!
  updatedAt: String!
  publishedAt: String
  translationGroupId: String
  "The public translations of the page"
  translations: [Translation!]!
  seo: Seo!
  "Lists of blocks { id, block_type, fields } by region name"
  regions: JSON!
}

type PageTerm { taxonomy: String!, term: String!, weight: Int! }
type PageMeta { createdAt: String!, updatedAt: String!, publishedAt: String }
type Translation { id: Int!, locale: String!, slug: String!, title: String! }
type Seo { metaTitle: String, metaDescription: String, ogImage: String, canonicalUrl: String, robots: String }

type Menu {
  id: Int!
  name: String!
  slug: String!
  "The language of its words, with fallback"
  locale: String
  requestedLocale: String
  items: [MenuItem!]!
}

type MenuItem {
  id: Int!
  title: String!
  url: String
  pageSlug: String
  "The language of the page, in a menu in one language"
  pageLocale: String
  target: String!
  "0 for items at the top level"
  depth: Int!
  attributes: JSON
  children: [MenuItem!]!
}

type Taxonomy { id: Int!, name: String!, slug: String!, description: String, hierarchical: Boolean!, terms: [Term!]! }

type Term {
  id: Int!
  name: String!
  slug: String!
  weight: Int!
  fields: JSON
  children: [Term!]!
}

type Config {
  siteName: String!
  tagline: String!
  logo: String
  footer: Footer!
  social: JSON!
  defaultLocale: String!
  supportedLocales: [String!]!
}

type Footer { text: String! }
`;

/** The schema of every site, with the types of one. */
export const graphqlSchema = (types = ''): GraphQLSchema => buildSchema(SDL + types);
