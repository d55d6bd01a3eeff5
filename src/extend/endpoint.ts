import type {
  BlockOf,
  Config,
  Expansion,
  FoundPage,
  Media,
  Menu,
  PageItemOf,
  PageOf,
  RichTextFormat,
  Term,
} from '../client/content.ts';
import type { Role } from '../model/access.ts';

export type EndpointMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The type of a query parameter, by its name. */
export type QueryType = 'string' | 'number' | 'integer' | 'boolean';

/**
 * The parameters of a query, each by the name of its type or by a JSON Schema of one of these types. A parameter is
 * required unless its name ends in `?` here, or its schema has a `default`: `{ lat: 'number', 'within?': 'number' }`.
 */
export type QuerySchema = Readonly<Record<string, QueryType | object>>;

/** What is declared of an endpoint. */
export interface EndpointFacts {
  /** Who may call it. There is no default. An endpoint for everybody is a GET or a POST: it cannot write. */
  readonly access: 'public' | Role;
  readonly summary?: string;
  readonly query?: QuerySchema;
  /** JSON Schema of the body, which is an object. Keys that it does not know are dropped, and told in `meta.ignored`. */
  readonly body?: object;
  /** It changes nothing, so that callers who may write to changes only can use it, as on a replica; `admin` can only read. */
  readonly changes?: 'nothing';
  /** How many seconds its promise may take: 5 unless given, at most 60. Only for endpoints that need a role. */
  readonly maxSeconds?: number;
  /** JSON Schema of the answer's `data`. */
  readonly answer?: object;
  /** For public GETs: the parameters of each file of the static site that holds an answer without a query. */
  exports?(content: ContentReader): Iterable<Readonly<Record<string, string>>>;
}

type Fields = Readonly<Record<string, unknown>>;

/** A page in a list, as front ends get it. */
export type PublicPage = Readonly<PageItemOf<string, Fields>>;

/** A page with its regions, translations and metadata, as front ends get it. */
export type WholePage = Readonly<PageOf<string, Fields, Readonly<Record<string, readonly BlockOf<string, Fields>[]>>>>;

/** A reusable block. */
export interface PublicBlock {
  readonly id: number;
  readonly block_type: string;
  readonly fields: Fields;
}

/** How a page is shown: by default with ids in its fields, and rich text as JSON. */
export interface ShownShape {
  readonly expand?: readonly Expansion[];
  readonly richText?: RichTextFormat;
}

export interface PageSelection extends ShownShape {
  readonly type?: string;
  /** The site's default locale unless given. */
  readonly locale?: string;
  /** `<vocabulary>:<term>`, or `<vocabulary>` for any of its terms. */
  readonly term?: string;
  /** All unless given. */
  readonly limit?: number;
  readonly offset?: number;
}

export interface ContentSearch {
  readonly type?: string;
  /** All locales unless given. */
  readonly locale?: string;
  /** 20 unless given. */
  readonly limit?: number;
  /** Only titles and slugs, unless `all` texts are asked for. */
  readonly in?: 'names' | 'all';
}

/**
 * Reads what the public may see: there are no hidden pages. For endpoints that need a role, pages of any status. What is
 * read is frozen.
 */
export interface ContentReader {
  /** Pages, the last published first. */
  pages(selection?: PageSelection): readonly PublicPage[];
  /** A page by its slug; null if there is none. */
  page(slug: string, options?: ShownShape & { readonly locale?: string }): WholePage | null;
  /** The reusable blocks, of a type if one is given. */
  blocks(type?: string): readonly PublicBlock[];
  media(id: number): Readonly<Media> | null;
  menu(slug: string): Readonly<Menu> | null;
  /** The terms of a vocabulary, as a tree if it is hierarchical; none if there is no such vocabulary. */
  terms(vocabulary: string): readonly Readonly<Term>[];
  /** The pages that match, the best first. */
  search(query: string, options?: ContentSearch): Promise<readonly Readonly<FoundPage>[]>;
  settings(): Readonly<Config>;
}

/** An answer of the admin interface. */
export interface AdminAnswer<Data = unknown> {
  readonly data: Data;
  readonly meta?: object;
  /** The version of the record, for `ifMatch`. */
  readonly etag?: string;
  /** The commit that a write made. */
  readonly commit?: string;
}

/** Calls the admin interface as the caller: with no more rights, in the change that the request names, under their name. */
export interface AdminCaller {
  /**
   * @param path below `/api/admin`, such as `/pages/12`
   * @throws an error with the answer's code if it is refused. It can be left to be the endpoint's own answer.
   */
  call<Data = unknown>(
    method: EndpointMethod | 'PATCH',
    path: string,
    body?: unknown,
    options?: { readonly ifMatch?: string },
  ): Promise<AdminAnswer<Data>>;
}

/** What an endpoint's handler receives; all values passed the declared schemas. */
export interface EndpointCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Undefined if no body is declared. */
  readonly body: unknown;
  readonly content: ContentReader;
  /** Null for public endpoints. Those of a GET can only read. */
  readonly admin: AdminCaller | null;
  /** The caller; null for public endpoints. */
  readonly caller: { readonly name: string; readonly role: Role } | null;
  /** The time. A public answer for which it is read is made again for each request. */
  readonly now: Date;
  /** As `fetch` of the platform, to the hosts that the extension needs. @throws for other hosts and private addresses */
  fetch(url: string, init?: RequestInit): Promise<Response>;
  /** The value of an environment variable among the secrets that the extension needs. @throws if it is not set */
  secret(name: string): string;
}

/** An endpoint below `/api/x/<extension>`. */
export interface EndpointDefinition extends EndpointFacts {
  readonly method: EndpointMethod;
  /** Begins with `/`; `:name` is one segment. `:id`, and names that end in `Id`, are digits. */
  readonly path: string;
  /**
   * Returns the answer's `data`, which has to be JSON of at most 5 MB, or throws `notFound(…)`, `invalid([…])`,
   * `forbidden(…)`, `conflict(…)` or `unavailable(…)`. Anything else that it throws, and a promise that takes longer than `maxSeconds`, is
   * logged and answered without details. The answer of a public GET is kept until the content changes, unless the
   * handler is asynchronous or reads `now`.
   */
  handle(call: EndpointCall): unknown;
}

/** Declares an endpoint. */
export const endpoint = (
  method: EndpointMethod,
  path: string,
  facts: EndpointFacts,
  handle: EndpointDefinition['handle'],
): EndpointDefinition => Object.freeze({ ...facts, method, path, handle });
