import { all } from './dom.ts';

/** Word writes an item as a paragraph that names its list and its level: `mso-list:l0 level2 lfo1`. */
const LISTED = /mso-list:\s*l\d+\s+level(\d+)/i;
/** The style of the bullet or number in front of an item. */
const MARKER = /mso-list:\s*ignore/i;
const NUMBERED = /^\s*\(?(?:\d+|[a-z]|[ivxlcdm]+)[.)]/i;

interface WordListItem {
  readonly paragraph: HTMLElement;
  readonly level: number;
  readonly isNumbered: boolean;
}

/** Turns the paragraphs that Word writes for list items into lists. */
export function joinWordLists(body: HTMLElement): void {
  // The open lists, outermost first.
  let open: HTMLElement[] = [];
  let last: Element | null = null;
  for (const paragraph of all(body, 'p, h1, h2, h3, h4, h5, h6')) {
    const item = readWordListItem(paragraph);
    if (item === undefined) continue;
    if (paragraph.previousElementSibling !== last || last === null) open = [];
    open = openList(open, item);
    appendItem(open.at(-1)!, paragraph);
    last = open[0]!;
  }
}

function readWordListItem(paragraph: HTMLElement): WordListItem | undefined {
  const [, level] = LISTED.exec(paragraph.getAttribute('style') ?? '') ?? [];
  if (level === undefined) return undefined;
  const markers = all(paragraph, '[style]').filter((one) => MARKER.test(one.getAttribute('style') ?? ''));
  const marker = markers.map((one) => one.textContent ?? '').join('');
  for (const one of markers) one.remove();
  return { paragraph, level: Math.min(9, Number(level)), isNumbered: NUMBERED.test(marker) };
}

/** Opens the list of an item: deeper lists are closed, and a new one is started if needed. @returns the open lists */
function openList(open: readonly HTMLElement[], { paragraph, level, isNumbered }: WordListItem): HTMLElement[] {
  const kept = open.slice(0, level);
  const tag = isNumbered ? 'ol' : 'ul';
  if (kept.length === level && kept.at(-1)!.localName === tag) return kept;
  if (kept.length === level) kept.pop();
  const list = paragraph.ownerDocument.createElement(tag);
  const parent = kept.at(-1)?.lastElementChild;
  if (parent) parent.append(list);
  else paragraph.before(list);
  return [...kept, list];
}

function appendItem(list: HTMLElement, paragraph: HTMLElement): void {
  const item = paragraph.ownerDocument.createElement('li');
  item.append(...paragraph.childNodes);
  paragraph.remove();
  list.append(item);
}
