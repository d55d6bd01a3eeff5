import { all, unwrap } from './dom.ts';

/** A mark that a style stands for. */
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

/** Elements whose style cancels the mark that they stand for. */
const CANCELLED: readonly StyledMark[] = [
  { tag: 'b', property: 'font-weight', test: /^(?:normal|[1-5]00)$/ },
  { tag: 'strong', property: 'font-weight', test: /^(?:normal|[1-5]00)$/ },
  { tag: 'i', property: 'font-style', test: /^normal/ },
  { tag: 'em', property: 'font-style', test: /^normal/ },
];

/**
 * Turns text styles into elements. The styles are parsed from the attribute, because a policy that forbids inline styles
 * leaves `element.style` empty.
 */
export function marksFromStyles(body: HTMLElement): void {
  for (const element of all(body, '[style]')) {
    const styles = readStyles(element.getAttribute('style') ?? '');
    alignCell(element, styles);
    const hasStyle = ({ property, test }: StyledMark): boolean => test.test(styles.get(property) ?? '');
    if (CANCELLED.some((one) => one.tag === element.localName && hasStyle(one))) unwrap(element);
    else if (element.localName === 'span') for (const mark of MARKS.filter(hasStyle)) wrapContent(element, mark.tag);
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
