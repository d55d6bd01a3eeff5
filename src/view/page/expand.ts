import type { FieldType } from '../../model/fields/field.ts';
import type { ShownAs } from '../../model/fields/kind.ts';
import type { DocumentFormat, ExpansionKind } from '../../model/page/pageShape.ts';
import { findTermById } from '../../model/page/term.ts';
import { cropRules } from '../../model/siteSettings.ts';
import { showMediaInfo } from '../media.ts';
import { showTerm } from '../site/taxonomy.ts';
import { type RichTextView, showRichText, type TextOpening } from './richText.ts';
import { type PageView, showPageItem } from './showPage.ts';

interface ExpandableObject {
  /** The field types that hold an id, or a list of ids. */
  readonly types: readonly FieldType[];
  /** Null if the object does not exist or is hidden from the reader. */
  show(id: number, view: PageView): object | null;
}

function showPageById(id: number, view: PageView): object | null {
  const page = view.lookup.get('page', id);
  return page ? showPageItem(page, view) : null;
}

function showTermById(id: number, { lookup }: PageView): object | null {
  const found = findTermById(lookup, id);
  return found ? showTerm(found.term) : null;
}

function showMediaById(id: number, { lookup }: PageView): object | null {
  const media = lookup.get('media', id);
  return media ? showMediaInfo(media, cropRules(lookup)) : null;
}

/** The objects that can be shown in place of an id. */
const OBJECTS = {
  media: { types: ['media', 'gallery'], show: showMediaById },
  reference: { types: ['reference'], show: showPageById },
  page: { types: ['page'], show: showPageById },
  term: { types: ['term'], show: showTermById },
} satisfies Record<ExpansionKind, ExpandableObject>;

export interface ContentShape extends Omit<RichTextView, 'format'> {
  /** The kinds of objects shown in place of their ids, one level deep. */
  readonly expand: readonly ExpansionKind[];
  readonly richText: DocumentFormat;
}

type ShownAsRow = readonly [type: string, showAs: (value: unknown) => unknown];

/** The view for readers who ask for expanded objects or another format of rich text. */
export function shapedView({ expand, richText, ...how }: ContentShape, view: Omit<PageView, 'shownAs'>): PageView {
  const text: ShownAsRow = ['richtext', (document) => showRichText(document, { format: richText, ...how })];
  const texts = [text, ...(how.opening ? [openedMarkdown(how.opening)] : [])];
  const inner = { lookup: view.lookup, shownAs: new Map(texts) };
  // Other formats depend on the writing time of the request, so their results are not kept.
  const kept = richText === 'json' ? view.lookup.kept?.() : undefined;
  const rows = expand.flatMap((name) => expandRows(OBJECTS[name], inner, kept));
  const shownAs: ShownAs = new Map([...texts, ...rows]);
  return { shownAs, ...view };
}

const openedMarkdown = ({ markdown }: TextOpening): ShownAsRow => [
  'markdown',
  (text) => (typeof text === 'string' ? markdown(text) : text),
];

/** The objects shown so far, by id: many pages and lists may show the same few. */
type ShownObjects = Map<number, object | null>;

function expandRows(
  expanded: ExpandableObject,
  view: PageView,
  kept = new WeakMap<object, unknown>(),
): readonly ShownAsRow[] {
  const shown = (kept.get(expanded) as ShownObjects | undefined) ?? new Map<number, object | null>();
  kept.set(expanded, shown);
  function showById(id: number): object | null {
    const known = shown.get(id);
    if (known !== undefined) return known;
    const object = expanded.show(id, view);
    shown.set(id, object);
    return object;
  }
  const showOne = (id: unknown): unknown => (typeof id === 'number' ? showById(id) : id);
  const showAs = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(showOne).filter((one) => one !== null) : showOne(value);
  return expanded.types.map((type) => [type, showAs]);
}
