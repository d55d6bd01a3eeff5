/** An answer with one record. */
export interface Single<Data> {
  data: Data;
}

/** An answer with a part of a list. */
export interface List<Item> {
  data: Item[];
  meta: {
    total: number;
    limit: number;
    offset: number;
    /** With a cursor: that of the next part, null at the end. */
    next?: string | null;
    facets?: Record<string, { value: string | number | boolean; count: number }[]>;
  };
}

/** The kinds of fields whose ids can be replaced by what they refer to. */
export type Expansion = 'media' | 'reference' | 'page' | 'term';
export type RichTextFormat = 'json' | 'html' | 'markdown';

/** How pages are shown: set in `site.yaml` for the static site, by `expand` and `richtext` for one answer. */
export interface Shape {
  expand: Expansion;
  richtext: RichTextFormat;
}

/** The id of a media item; the item itself if `media` is expanded. */
export type MediaId = number & { readonly $id: 'media' };
/** The id of a page in a field of the type `reference`. */
export type ReferenceId<Type extends string = string> = number & { readonly $id: 'reference'; readonly $type: Type };
/** The id of a page in a field of the type `page`. */
export type PageId<Type extends string = string> = number & { readonly $id: 'page'; readonly $type: Type };
export type TermId = number & { readonly $id: 'term' };

/** A value as it is shown in a shape; `Item` is the type of a page in a list. */
export type Shown<Value, As extends Shape, Item = unknown> = Value extends MediaId
  ? 'media' extends As['expand']
    ? Media
    : Value
  : Value extends ReferenceId<infer Type>
    ? 'reference' extends As['expand']
      ? ShownItem<Item, Type, As>
      : Value
    : Value extends PageId<infer Type>
      ? 'page' extends As['expand']
        ? ShownItem<Item, Type, As>
        : Value
      : Value extends TermId
        ? 'term' extends As['expand']
          ? Term
          : Value
        : Value extends RichTextDocument
          ? As['richtext'] extends 'json'
            ? Value
            : string
          : Value extends object
            ? { [Key in keyof Value]: Shown<Value[Key], As, Item> }
            : Value;

/** A page in place of its id; its own fields hold ids again. */
type ShownItem<Item, Type extends string, As extends Shape> = Shown<
  Item extends { type: infer Of } ? (string extends Of | Type ? Item : Extract<Item, { type: Type }>) : never,
  { expand: never; richtext: As['richtext'] }
>;

/** A page in a list. */
export interface PageItemOf<Type extends string, Fields> {
  id: number;
  type: Type;
  title: string;
  slug: string;
  /** Always `published`, except in a preview, where required values may be missing. */
  status: 'draft' | 'published' | 'archived';
  locale: string;
  fields: Fields;
  terms: PageTerm[];
  /** Times in ISO 8601. */
  meta: { created_at: string; updated_at: string; published_at: string | null };
}

/** A page by itself. */
export interface PageOf<Type extends string, Fields, Regions> extends PageItemOf<Type, Fields> {
  translationGroupId: string | null;
  /** The other public pages of its translation group. */
  translations: PageTranslation[];
  seo: PageSeo;
  regions: Regions;
}

export interface PageTerm {
  taxonomy: string;
  term: string;
  weight: number;
}

export interface PageTranslation {
  id: number;
  locale: string;
  slug: string;
  title: string;
}

export interface PageSeo {
  meta_title: string | null;
  meta_description: string | null;
  og_image: string | null;
  canonical_url: string | null;
  robots: string | null;
}

/** A block in a region of a page. */
export interface BlockOf<Type extends string, Fields> {
  id: `pb_${number}`;
  block_type: Type;
  fields: Fields;
  /** Only for reusable blocks, like `block_id`. */
  is_shared?: true;
  block_id?: number;
}

export type LinkTarget = '_self' | '_blank' | '_parent' | '_top';

/** An item of a menu; `page_slug` is null unless its page is public. */
export interface MenuItem {
  id: number;
  title: string;
  url: string | null;
  page_slug: string | null;
  target: LinkTarget;
  attributes: Record<string, unknown> | null;
  children: MenuItem[];
}

export interface Menu {
  id: number;
  name: string;
  slug: string;
  items: MenuItem[];
}

/** A term of a vocabulary. `children` exists only in hierarchical vocabularies, and not for a term in a field. */
export interface Term {
  id: number;
  name: string;
  slug: string;
  weight: number;
  fields: Record<string, unknown> | null;
  children?: Term[];
}

export interface MediaVariant {
  url: string;
  mimeType: string;
  width: number | null;
  height: number | null;
}

/** A media item; only pictures have variants. */
export interface Media {
  id: number;
  filename: string;
  originalName: string;
  mimeType: string;
  size: number | null;
  width: number | null;
  height: number | null;
  altText: string | null;
  alt: string | null;
  title: string | null;
  url: string;
  variantUrls: { thumbnail: string; medium: string; large: string };
  srcset: string | null;
  variants: Record<string, MediaVariant>;
  metadata: Record<string, unknown>;
  createdAt: string;
  /** What must be seen, from the left and from the top, 0 to 1. Like what follows, absent where it is in a value of a page. */
  focalPoint?: { x: number; y: number } | null;
  /** Such as `#2e7d8c`: to show until the picture has come. */
  dominantColor?: string | null;
  /** A tiny picture as a `data:` address: to show until the picture has come. */
  placeholder?: string | null;
}

/** The settings of the site that a front end needs. */
export interface Config {
  siteName: string;
  tagline: string;
  logo: string | null;
  footer: { text: string };
  social: Record<string, string>;
  defaultLocale: string;
  supportedLocales: string[];
  /** The slug of the page at `/`. */
  homeSlug: string;
  /** How pages are shown by default. */
  static: { expand: Expansion[]; richtext: RichTextFormat };
}

/** A search result. */
export interface FoundPage {
  id: number;
  type: string;
  title: string;
  slug: string;
  locale: string;
  description: string | null;
  meta: PageItemOf<string, unknown>['meta'];
}

/**
 * A link to a page of the site with the page's address, or to another address. `url` is null while the page is not
 * public.
 */
export type Link = { text: string | null; target: LinkTarget | null } & (
  | { pageId: number; page_slug: string; locale: string; type: string; title: string; url: string }
  | { pageId?: never; page_slug: null; locale: null; type: null; title: null; url: string | null }
);

/** Attributes; those that Quire does not know are kept. */
export interface RichTextAttributes {
  [name: string]: unknown;
}

export interface RichTextElement<Type extends string, Child = never, Attributes = RichTextAttributes> {
  type: Type;
  attrs?: Attributes | null;
  content?: Child[] | null;
  marks?: RichTextMark[] | null;
}

export type RichTextDocument = RichTextElement<'doc', RichTextNode>;

/** A node inside a document, a list item, a quotation or a table cell. */
export type RichTextNode =
  | RichTextElement<'paragraph', RichTextInline>
  | RichTextHeading
  | RichTextElement<'bulletList', RichTextListItem>
  | RichTextElement<'orderedList', RichTextListItem, RichTextAttributes & { start?: number | null }>
  | RichTextElement<'blockquote', RichTextNode>
  | RichTextElement<'codeBlock', RichTextText, RichTextAttributes & { language?: string | null }>
  | RichTextImage
  | RichTextElement<'table', RichTextTableRow>
  | RichTextElement<'horizontalRule'>;

/** A node inside a paragraph or a heading. */
export type RichTextInline = RichTextText | RichTextElement<'hardBreak'> | RichTextImage;

export interface RichTextHeading extends RichTextElement<'heading', RichTextInline> {
  attrs: RichTextAttributes & { level: 2 | 3 | 4 | 5 | 6 };
}

export type RichTextListItem = RichTextElement<'listItem', RichTextNode>;

export type RichTextTableRow = RichTextElement<'tableRow', RichTextTableCell>;

export type RichTextTableCell = RichTextElement<
  'tableHeader' | 'tableCell',
  RichTextNode,
  RichTextAttributes & { colspan?: number | null; rowspan?: number | null }
>;

export type RichTextImage = RichTextElement<
  'image',
  never,
  RichTextAttributes & {
    /** Null if the media item has been deleted. */
    src?: string | null;
    alt?: string | null;
    title?: string | null;
    caption?: string | null;
    href?: string | null;
    /** Where the link around the image opens. */
    linkTarget?: string | null;
    rel?: string | null;
    width?: number | string | null;
    height?: number | string | null;
    float?: 'none' | 'left' | 'right' | 'center' | null;
  }
>;

export interface RichTextText extends RichTextElement<'text'> {
  text: string;
}

export type RichTextMark =
  | {
      type: 'bold' | 'italic' | 'underline' | 'strike' | 'code' | 'subscript' | 'superscript';
      attrs?: RichTextAttributes | null;
    }
  | {
      type: 'link';
      attrs: RichTextAttributes & {
        href: string;
        target?: LinkTarget | null;
        rel?: string | null;
        title?: string | null;
      };
    };
