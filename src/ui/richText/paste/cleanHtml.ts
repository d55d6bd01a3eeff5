import { isLinkableHref } from '../document/href.ts';
import { all, rename, unwrap } from './dom.ts';
import { marksFromStyles } from './styledMarks.ts';
import { joinWordLists } from './wordLists.ts';

/** Cleans HTML from the clipboard: what remains is only what a document can hold, in plain elements. */
export function cleanHtml(html: string, parse: (html: string) => Document): string {
  // HTML that the editor itself has copied needs no cleaning.
  if (html.includes('data-pm-slice')) return html;
  const { body } = parse(html);
  const isOffice = OFFICE.test(html);
  for (const step of STEPS) step(body);
  if (isOffice) for (const step of OFFICE_STEPS) step(body);
  for (const step of LAST_STEPS) step(body);
  return body.innerHTML;
}

/** Word and Google Docs, which separate paragraphs by empty ones. */
const OFFICE = /class="?Mso|urn:schemas-microsoft-com:office|docs-internal-guid/i;

type CleaningStep = (body: HTMLElement) => void;

const STEPS: readonly CleaningStep[] = [
  dropComments,
  dropJunk,
  joinWordLists,
  marksFromStyles,
  nestLists,
  plainLinks,
  renameHeadings,
  dropPictures,
  freePictures,
];
const OFFICE_STEPS: readonly CleaningStep[] = [dropEmptyParagraphs, headTables];
const LAST_STEPS: readonly CleaningStep[] = [dropLooseBreaks, dropLastLineBreaks, dropAttributes];

function dropComments(body: HTMLElement): void {
  const visit = (node: Node): void => {
    for (const child of [...node.childNodes])
      child.nodeType === 8 ? child.parentNode?.removeChild(child) : visit(child);
  };
  visit(body);
}

const JUNK = 'style,script,meta,link,title,xml,template,noscript,iframe,object,embed,svg,button,input,select,textarea';

function dropJunk(body: HTMLElement): void {
  for (const element of all(body, JUNK)) element.remove();
  // Word's own elements: `o:p`, `st1:place`.
  for (const element of all(body, '*').filter(({ localName }) => localName.includes(':'))) unwrap(element);
}

/** Google Docs puts nested lists next to the items of a list instead of inside them. */
function nestLists(body: HTMLElement): void {
  for (const list of all(body, 'ul > ul, ul > ol, ol > ul, ol > ol')) {
    const before = list.previousElementSibling;
    if (before?.localName === 'li') before.append(list);
  }
}

/** Removes the underline of links, Google's redirects, and links to addresses that are not allowed. */
function plainLinks(body: HTMLElement): void {
  for (const element of all(body, 'a u')) unwrap(element);
  for (const link of all(body, 'a[href^="https://www.google.com/url?"]')) {
    const target = new URL(link.getAttribute('href')!).searchParams.get('q');
    if (target !== null) link.setAttribute('href', target);
  }
  const isLink = (href: string | null): boolean => href !== null && !href.startsWith('#_') && isLinkableHref(href);
  for (const link of all(body, 'a')) if (!isLink(link.getAttribute('href'))) unwrap(link);
}

/** The first heading level is reserved for the page's title. */
function renameHeadings(body: HTMLElement): void {
  for (const element of all(body, 'h1, p.MsoTitle, p.MsoSubtitle')) rename(element, 'h2');
  // Headings are bold anyway.
  for (const element of all(body, ':is(h2, h3, h4, h5, h6) :is(b, strong)')) unwrap(element);
}

/** Removes pictures that are only on somebody's computer: nobody else could see them. */
function dropPictures(body: HTMLElement): void {
  for (const image of all(body, 'img')) {
    const src = image.getAttribute('src') ?? '';
    if (!/^(?:https?:|\/(?!\/))/i.test(src)) image.remove();
  }
}

/** A picture alone in its paragraph becomes a block. */
function freePictures(body: HTMLElement): void {
  for (const image of all(body, 'p img')) {
    const paragraph = image.closest('p')!;
    if (paragraph.textContent?.trim() === '' && all(paragraph, 'img').length === 1) paragraph.replaceWith(image);
  }
}

function dropEmptyParagraphs(body: HTMLElement): void {
  for (const paragraph of all(body, 'p'))
    if (paragraph.textContent?.trim() === '' && paragraph.querySelector('img') === null && !isAlone(paragraph))
      paragraph.remove();
}

/** Table cells and list items must not be left empty. */
const isAlone = (element: Element): boolean =>
  element.parentElement?.children.length === 1 && /^(?:td|th|li)$/.test(element.parentElement.localName);

/** Office programs have no header cells: a first row that is entirely bold is taken for a header row. */
function headTables(body: HTMLElement): void {
  for (const row of all(body, 'table')) {
    const cells = all(row.querySelector('tr') ?? row, 'td');
    if (cells.length === 0 || !cells.every(isBold)) continue;
    for (const cell of cells) {
      for (const bold of all(cell, 'b, strong')) unwrap(bold);
      rename(cell, 'th');
    }
  }
}

function isBold(cell: HTMLElement): boolean {
  const bold = all(cell, 'b, strong').map(({ textContent }) => textContent ?? '');
  return bold.length > 0 && bold.join('').trim() === (cell.textContent ?? '').trim();
}

/** Removes the line break at the end of code in HTML, which is not part of the code. */
function dropLastLineBreaks(body: HTMLElement): void {
  for (const code of all(body, 'pre'))
    if (code.children.length === 1 && code.firstElementChild?.localName === 'code')
      code.firstElementChild.textContent = (code.textContent ?? '').replace(/\r?\n$/, '');
}

const BLOCKS = 'p,h2,h3,h4,h5,h6,ul,ol,table,blockquote,pre,hr,div,figure';

/** Removes line breaks between blocks, which have no effect. */
function dropLooseBreaks(body: HTMLElement): void {
  for (const element of all(body, 'br')) {
    const [before, after] = [element.previousElementSibling, element.nextElementSibling];
    const isLoose = (before?.matches(BLOCKS) ?? false) || (after?.matches(BLOCKS) ?? false);
    if (isLoose || element.className === 'Apple-interchange-newline') element.remove();
  }
}

const KEPT: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  ol: ['start'],
  td: ['colspan', 'rowspan', 'align'],
  th: ['colspan', 'rowspan', 'align'],
  code: ['class'],
};

function dropAttributes(body: HTMLElement): void {
  for (const element of all(body, '*'))
    for (const name of element.getAttributeNames())
      if (!KEPT[element.localName]?.includes(name)) element.removeAttribute(name);
}
