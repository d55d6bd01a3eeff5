// Made by `quire types` from the content types and block types of the site: published content as the public interface
// answers it (without `expand`, `fields` and `richtext`). Do not edit: the next run writes it anew.

/** An answer with one record. */
export interface Single<Data> {
  data: Data;
}

/** An answer with a part of a list. */
export interface List<Item> {
  data: Item[];
  meta: { total: number; limit: number; offset: number };
}

/** A page in a list. */
export interface PageItemOf<Type extends string, Fields> {
  id: number;
  type: Type;
  title: string;
  slug: string;
  /** Other than published in a preview alone, where required values may be missing. */
  status: "draft" | "published" | "archived";
  locale: string;
  fields: Fields;
  terms: PageTerm[];
  /** Times are in ISO 8601. */
  meta: { created_at: string; updated_at: string; published_at: string | null };
}

/** A page by itself. */
export interface PageOf<Type extends string, Fields, Regions> extends PageItemOf<Type, Fields> {
  translationGroupId: string | null;
  /** The other pages of its translation group that are public. */
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
  /** Only of reusable blocks, as is `block_id`. */
  is_shared?: true;
  block_id?: number;
}

export type LinkTarget = "_self" | "_blank" | "_parent" | "_top";

/** A link to a page of the site, with where that is, or to an address, which is null while the page is not public. */
export type Link = { text: string | null; target: LinkTarget | null } & (
  | { pageId: number; page_slug: string; locale: string; type: string; title: string; url: string }
  | { pageId?: never; page_slug: null; locale: null; type: null; title: null; url: string | null }
);

/** Attributes that Quire does not know are kept. */
export interface RichTextAttributes {
  [name: string]: unknown;
}

export interface RichTextElement<Type extends string, Child = never, Attributes = RichTextAttributes> {
  type: Type;
  attrs?: Attributes | null;
  content?: Child[] | null;
  marks?: RichTextMark[] | null;
}

export type RichTextDocument = RichTextElement<"doc", RichTextNode>;

/** What stands in a document, a list item, a quotation or a cell. */
export type RichTextNode =
  | RichTextElement<"paragraph", RichTextInline>
  | RichTextHeading
  | RichTextElement<"bulletList", RichTextListItem>
  | RichTextElement<"orderedList", RichTextListItem, RichTextAttributes & { start?: number | null }>
  | RichTextElement<"blockquote", RichTextNode>
  | RichTextElement<"codeBlock", RichTextText, RichTextAttributes & { language?: string | null }>
  | RichTextImage
  | RichTextElement<"table", RichTextTableRow>
  | RichTextElement<"horizontalRule">;

/** What stands in a paragraph or a heading. */
export type RichTextInline = RichTextText | RichTextElement<"hardBreak"> | RichTextImage;

export interface RichTextHeading extends RichTextElement<"heading", RichTextInline> {
  attrs: RichTextAttributes & { level: 2 | 3 | 4 | 5 | 6 };
}

export type RichTextListItem = RichTextElement<"listItem", RichTextNode>;

export type RichTextTableRow = RichTextElement<"tableRow", RichTextTableCell>;

export type RichTextTableCell = RichTextElement<
  "tableHeader" | "tableCell",
  RichTextNode,
  RichTextAttributes & { colspan?: number | null; rowspan?: number | null }
>;

export type RichTextImage = RichTextElement<
  "image",
  never,
  RichTextAttributes & {
    /** Null when the media item is gone. */
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
    float?: "none" | "left" | "right" | "center" | null;
  }
>;

export interface RichTextText extends RichTextElement<"text"> {
  text: string;
}

export type RichTextMark =
  | {
      type: "bold" | "italic" | "underline" | "strike" | "code" | "subscript" | "superscript";
      attrs?: RichTextAttributes | null;
    }
  | {
      type: "link";
      attrs: RichTextAttributes & {
        href: string;
        target?: LinkTarget | null;
        rel?: string | null;
        title?: string | null;
      };
    };
