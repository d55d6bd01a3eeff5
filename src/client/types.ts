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

/** The pages of a site, in the shape that its settings say; `quire types` writes one of its content. */
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
  /** Of the server, or of the host of an export: `https://cms.example.org`. Empty in a browser: the page's own host. */
  url: string;
  /** The site is an export: files on any host, without a server. */
  static?: boolean;
  /** A preview token, or a key: pages of any status are read. */
  token?: string;
  /** A branch, tag or commit to read in place of what is live; needs a token. */
  ref?: string;
  /** Makes the requests in place of the global `fetch`, which it is like. */
  fetch?: (address: string, init: RequestInit) => Promise<Response>;
}

/** How pages are to be shown. What is left out is as `site.yaml` says (`static`), with a server and an export alike. */
export interface Showing<E extends Expansion, R extends RichTextFormat, F extends string> {
  /** The site's default locale unless given. */
  locale?: string;
  expand?: readonly E[];
  richtext?: R;
  /** The fields to be shown; all unless given. */
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
  /** Conditions on fields, all of which must be met; a value alone asks for what equals it. */
  filter?: Readonly<Record<string, Value | Conditions>>;
  ids?: readonly number[];
  /** `published_at:desc` unless given. */
  sort?: `${'published_at' | 'created_at' | 'updated_at' | 'title' | 'slug'}${'' | ':asc' | ':desc'}`;
  /** 20 unless given, at most 50. */
  limit?: number;
  offset?: number;
}

export interface Signal {
  signal?: AbortSignal;
}

export interface SearchOptions extends Signal {
  type?: string;
  locale?: string;
  /** 20 unless given, at most 50. */
  limit?: number;
  /** `names`: titles and slugs, unless given; `all`: everything that a page says. */
  in?: 'names' | 'all';
}

export interface Found {
  data: FoundPage[];
  meta: { total: number; query: string };
}

/** A page of which some fields are shown. */
type WithFields<Page, F extends string> = string extends F
  ? Page
  : Page extends { fields: infer All }
    ? Omit<Page, 'fields'> & { fields: Pick<All, Extract<keyof All, F>> }
    : never;

/** Those of a union that are of a type; where the types are not known, any may be. */
type OfType<Item, T extends string> = Item extends { type: infer Type }
  ? string extends Type
    ? Item
    : Extract<Item, { type: T }>
  : never;

type ShownPage<Page, S extends AnySite, E extends Expansion, R extends RichTextFormat, F extends string> = WithFields<
  Shown<Page, { expand: E; richtext: R }, S['item']>,
  F
>;

/** Reads a site. What is not there is null; anything else that goes wrong throws a `QuireError`. */
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
  /** @param options `depth`: how many levels; 1 is the top level alone */
  menu(slug: string, options?: Signal & { depth?: number }): Promise<Menu | null>;
  /** The terms of a vocabulary: a tree where it is hierarchical. */
  terms(vocabulary: string, options?: Signal): Promise<Term[] | null>;
  media(id: number, options?: Signal): Promise<Media | null>;
  config(options?: Signal): Promise<Config>;
  /** Public pages of all locales, unless one is named. An export is searched by titles, slugs and descriptions. */
  search(query: string, options?: SearchOptions): Promise<Found>;
  /** Several pages (at most 50) and menus (at most 10) at once, by their slugs; what is not there is left out. */
  batch<const E extends Expansion = S['shape']['expand'], const R extends RichTextFormat = S['shape']['richtext']>(
    wanted: { pages?: readonly string[]; menus?: readonly string[] },
    options?: Omit<Showing<E, R, string>, 'fields'>,
  ): Promise<{ pages: Record<string, ShownPage<S['page'], S, E, R, string>>; menus: Record<string, Menu> }>;
}

/** A client of a server, or of an export of one: the same calls give the same. */
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

/** HTML of one node or mark: `inner` is that of what stands in it, `plain` gives what it is without an override. */
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

/** Renderers of one's own, by the type of the node or mark. */
export type RichTextOverrides = { readonly [Name in RichTextNodeName | RichTextMarkName]?: RenderNode };

/**
 * A document as the HTML that a server renders of it, as far as nothing is overridden: texts are escaped, and nothing
 * that could run is let through. What is no document gives an empty text.
 */
export type RenderRichText = (document: RichTextDocument | null | undefined, overrides?: RichTextOverrides) => string;

/** A text as it stands between tags, or in quotes as the value of an attribute. */
export type EscapeHtml = (text: string) => string;

/**
 * What the `srcset` of an `img` takes: the picture in all its widths; an empty text for what has none.
 *
 * @param url of the host, where the page is on another
 */
export type Srcset = (media: Pick<Media, 'srcset'>, url?: string) => string;
