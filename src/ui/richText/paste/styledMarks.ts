import { all, unwrap } from './dom.ts';

/** A mark that an element's style stands for. */
interface StyledMark {
  readonly tag: string;
  readonly property: string;
  readonly test: RegExp;
}

const MARKS: readonly StyledMark[] = [
  { tag: 'strong', property: 'font-weight', test: /^(?:bold|bolder|[6-9]00)$/ },
  { tag: 'em', property: 'font-style', test: /^(?:italic|oblique)/ },
  { tag: 'u', property: 'text-decoration', test: /underline/ },
  { tag: 's', property: 'text-decoration', test: /line-through/ },
  { tag: 'sup', property: 'vertical-align', test: /^super/ },
  { tag: 'sub', property: 'vertical-align', test: /^sub/ },
];

/** An element that stands for a mark which its style takes back. */
const TAKEN_BACK: readonly StyledMark[] = [
  { tag: 'b', property: 'font-weight', test: /^(?:normal|[1-5]00)$/ },
  { tag: 'strong', property: 'font-weight', test: /^(?:normal|[1-5]00)$/ },
  { tag: 'i', property: 'font-style', test: /^normal/ },
  { tag: 'em', property: 'font-style', test: /^normal/ },
];

/**
 * Writes what styles say of text as elements. Read from the attribute's text: a policy that refuses inline styles
 * leaves nothing of them in `element.style`.
 */
export function marksFromStyles(body: HTMLElement): void {
  for (const element of all(body, '[style]')) {
    const styles = readStyles(element.getAttribute('style') ?? '');
    alignCell(element, styles);
    const says = ({ property, test }: StyledMark): boolean => test.test(styles.get(property) ?? '');
    if (TAKEN_BACK.some((one) => one.tag === element.localName && says(one))) unwrap(element);
    else if (element.localName === 'span') for (const mark of MARKS.filter(says)) wrapContent(element, mark.tag);
  }
}

function readStyles(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(';').map((one) => one.split(':'));
  return new Map(
    pairs.map(([name = '', ...value]) => {
      const property = name.trim().toLowerCase();
      return [property === 'text-decoration-line' ? 'text-decoration' : property, value.join(':').trim().toLowerCase()];
    }),
  );
}

function alignCell(element: HTMLElement, styles: ReadonlyMap<string, string>): void {
  const align = styles.get('text-align');
  const cell = element.closest('td, th');
  if (cell !== null && align !== undefined && /^(?:center|right)$/.test(align)) cell.setAttribute('align', align);
}

function wrapContent(element: HTMLElement, tag: string): void {
  const mark = element.ownerDocument.createElement(tag);
  mark.append(...element.childNodes);
  element.append(mark);
}
