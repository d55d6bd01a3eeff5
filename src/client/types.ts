import type {
  BlockOf,
  Config,
  Expansion,
  FoundPage,
  List,
  Media,
  Menu,
  PageItemOf,
  PageOf,
  RichTextDocument,
  RichTextFormat,
  Shape,
  Shown,
  Term,
} from './content.ts';

/** The types of a site's pages in the shape that its settings ask for; `quire types` generates them. */
export interface AnySite {
  page: PageOf<string, object, object>;
  item: PageItemOf<string, object>;
  shape: Shape;
}

/** A site whose types are not known. */
export interface UntypedSite extends AnySite {
  page: PageOf<string, Record<string, unknown>, Record<string, BlockOf<string, Record<string, unknown>>[]>>;
  item: PageItemOf<string, Record<string, unknown>>;
}

export interface ClientOptions {
  /**
   * The address of the server or of the host of an export: `https://cms.example.org`. In a browser, an empty one means
   * the page's own host.
   */
  url: string;
  /** Set for an export: files on any host, without a server. */
  static?: boolean;
  /** A preview token or an API key, to read pages of any status. */
  token?: string;
  /** A branch, tag or commit to read instead of what is live; needs a token. */
  ref?: string;
  /** Used for requests instead of the global `fetch`. */
  fetch?: (address: string, init: RequestInit) => Promise<Response>;
}

/** How pages are shown. The defaults are in `site.yaml` under `static`, for a server and an export alike. */
export interface Showing<E extends Expansion, R extends RichTextFormat, F extends string> {
  /** By default the site's default locale. */
  locale?: string;
  expand?: readonly E[];
  richtext?: R;
  /** The fields to show; all by default. */
  fields?: readonly F[];
  signal?: AbortSignal;
}

type Value = string | number | boolean;

export interface Conditions {
  eq?: Value;
  ne?: Value;
  in?: readonly Value[];
  lt?: Value;
  lte?: Value;
  gt?: Value;
  gte?: Value;
  contains?: Value;
}

export interface Listing<T extends string, E extends Expansion, R extends RichTextFormat, F extends string>
  extends Showing<E, R, F> {
  type?: T;
  /** `<vocabulary>:<term>`, or `<vocabulary>` for any of its terms. */
  taxonomy?: string;
  /** Conditions on fields, all of which must be met; a value alone means `eq`. */
  filter?: Readonly<Record<string, Value | Conditions>>;
  ids?: readonly number[];
  /** Conditions on any value, also of other records (docs/asking.md). Needs a server. */
  where?: Readonly<Record<string, unknown>>;
  /** `published_at:desc` by default. A server also takes fields, and up to three names: `-begins,title`. */
  sort?: `${'published_at' | 'created_at' | 'updated_at' | 'title' | 'slug'}${'' | ':asc' | ':desc'}` | (string & {});
  /** Empty for the first part, then `meta.next` of the part before. Needs a server. */
  cursor?: string;
  /** Values to count in the whole list, into `meta.facets`. Needs a server. */
  facets?: readonly string[];
  /** 20 by default, at most 50. */
  limit?: number;
  offset?: number;
}

export interface Signal {
  signal?: AbortSignal;
}

export interface SearchOptions extends Signal {
  type?: string;
  locale?: string;
  /** 20 by default, at most 50. */
  limit?: number;
  /** `names` (the default): titles and slugs; `all`: all text of a page. */
  in?: 'names' | 'all';
}

export interface Found {
  data: FoundPage[];
  meta: { total: number; query: string };
}

/** A page with only some of its fields. */
type WithFields<Page, F extends string> = string extends F
  ? Page
  : Page extends { fields: infer All }
    ? Omit<Page, 'fields'> & { fields: Pick<All, Extract<keyof All, F>> }
    : never;

/** The members of a union that have a type; all members if the types are not known. */
type OfType<Item, T extends string> = Item extends { type: infer Type }
  ? string extends Type
    ? Item
    : Extract<Item, { type: T }>
  : never;

type ShownPage<Page, S extends AnySite, E extends Expansion, R extends RichTextFormat, F extends string> = WithFields<
  Shown<Page, { expand: E; richtext: R }, S['item']>,
  F
>;

/** Reads a site. What does not exist is null; any other failure throws a `QuireError`. */
export interface Client<S extends AnySite = UntypedSite> {
  page<
    const E extends Expansion = S['shape']['expand'],
    const R extends RichTextFormat = S['shape']['richtext'],
    const F extends string = string,
  >(slug: string, options?: Showing<E, R, F>): Promise<ShownPage<S['page'], S, E, R, F> | null>;
  pages<
    const T extends S['item']['type'] = S['item']['type'],
    const E extends Expansion = S['shape']['expand'],
    const R extends RichTextFormat = S['shape']['richtext'],
    const F extends string = string,
  >(options?: Listing<T, E, R, F>): Promise<List<ShownPage<OfType<S['item'], T>, S, E, R, F>>>;
  /** @param options `depth` is the number of levels; 1 is the top level alone */
  menu(slug: string, options?: Signal & { depth?: number }): Promise<Menu | null>;
  /** The terms of a vocabulary; a tree if it is hierarchical. */
  terms(vocabulary: string, options?: Signal): Promise<Term[] | null>;
  media(id: number, options?: Signal): Promise<Media | null>;
  config(options?: Signal): Promise<Config>;
  /** Searches public pages, in all locales by default. In an export it finds titles, slugs and descriptions. */
  search(query: string, options?: SearchOptions): Promise<Found>;
  /** Several pages (at most 50) and menus (at most 10) at once, by slug; what does not exist is left out. */
  batch<const E extends Expansion = S['shape']['expand'], const R extends RichTextFormat = S['shape']['richtext']>(
    wanted: { pages?: readonly string[]; menus?: readonly string[] },
    options?: Omit<Showing<E, R, string>, 'fields'>,
  ): Promise<{ pages: Record<string, ShownPage<S['page'], S, E, R, string>>; menus: Record<string, Menu> }>;
}

/** Makes a client of a server or of an export. The same calls give the same results. */
export type CreateClient = <S extends AnySite = UntypedSite>(options: ClientOptions) => Client<S>;

export interface ErrorDetail {
  code: string;
  message: string;
  path?: string[];
}

/** An unsuccessful answer, with the server's message. */
export type QuireErrorClass = new (
  status: number,
  errors: readonly ErrorDetail[],
) => Error & { readonly status: number; readonly errors: readonly ErrorDetail[] };

/**
 * Renders one node or mark as HTML: `inner` is the HTML of its content, `plain` returns the HTML without an override.
 */
export type RenderNode = (
  node: { readonly type: string; readonly attrs?: unknown; readonly text?: unknown },
  inner: string,
  plain: () => string,
) => string;

export type RichTextNodeName =
  | ('paragraph' | 'heading' | 'bulletList' | 'orderedList' | 'listItem' | 'blockquote' | 'codeBlock' | 'image')
  | ('table' | 'tableRow' | 'tableHeader' | 'tableCell' | 'horizontalRule' | 'hardBreak' | 'text');
export type RichTextMarkName =
  | ('bold' | 'italic' | 'underline' | 'strike')
  | ('code' | 'link' | 'subscript' | 'superscript');

/** Custom renderers by the type of node or mark. */
export type RichTextOverrides = { readonly [Name in RichTextNodeName | RichTextMarkName]?: RenderNode };

/**
 * Renders a document as the same HTML that a server renders, except for overrides: text is escaped, and nothing that
 * could run a script gets through. Anything that is no document gives an empty string.
 */
export type RenderRichText = (document: RichTextDocument | null | undefined, overrides?: RichTextOverrides) => string;

/** Escapes a text for use between tags or as a quoted attribute value. */
export type EscapeHtml = (text: string) => string;

/**
 * The `srcset` of an `img`: the picture in all its widths; an empty string for media without widths.
 *
 * @param url the address of the host, if the page is on another one
 */
export type Srcset = (media: Pick<Media, 'srcset'>, url?: string) => string;
