import type { FieldType } from '../../model/fields/field.ts';
import type { ShownAs } from '../../model/fields/kind.ts';
import type { Expansion, RichTextFormat } from '../../model/page/pageShape.ts';
import { findTermById } from '../../model/page/term.ts';
import { showMediaInfo } from '../media.ts';
import { showTerm } from '../site/taxonomy.ts';
import { showRichText, type WritingTime } from './richText.ts';
import { type PageView, showPageItem } from './showPage.ts';

interface Expanded {
  /** The kinds of field that hold the id, or a list of ids. */
  readonly types: readonly FieldType[];
  /** Null where there is nothing, or nothing that the reader may see. */
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
  return media ? showMediaInfo(media) : null;
}

/** What can be shown in place of an id. */
const OBJECTS = {
  media: { types: ['media', 'gallery'], show: showMediaById },
  reference: { types: ['reference'], show: showPageById },
  page: { types: ['page'], show: showPageById },
  term: { types: ['term'], show: showTermById },
} satisfies Record<Expansion, Expanded>;

export interface Shape {
  /** Whose objects are shown, one level deep, in place of their ids. */
  readonly expand: readonly Expansion[];
  readonly richText: RichTextFormat;
  readonly time: WritingTime;
}

type Row = readonly [type: string, showAs: (value: unknown) => unknown];

/** What a reader sees of pages who wants another shape than the plain one. */
export function shapedView({ expand, richText, time }: Shape, view: Omit<PageView, 'shownAs'>): PageView {
  const text: Row = ['richtext', (document) => showRichText(document, richText, time)];
  const inner = { lookup: view.lookup, shownAs: new Map([text]) };
  // The text in a page is shown as each request wants it.
  const kept = richText === 'json' ? view.lookup.kept?.() : undefined;
  const rows = expand.flatMap((name) => expandRows(OBJECTS[name], inner, kept));
  const shownAs: ShownAs = new Map([text, ...rows]);
  return { shownAs, ...view };
}

/** The pages of a list, and many lists, may all show the same few. */
type Shown = Map<number, object | null>;

function expandRows(expanded: Expanded, view: PageView, kept = new WeakMap<object, unknown>()): readonly Row[] {
  const shown = (kept.get(expanded) as Shown | undefined) ?? new Map<number, object | null>();
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
