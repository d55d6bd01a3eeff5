export const all = (within: Element, selector: string): readonly HTMLElement[] => [
  ...within.querySelectorAll<HTMLElement>(selector),
];

/** Puts what is in an element in its place. */
export function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

/** Puts the content into an element of another name, which keeps the attributes. */
export function rename(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name);
  for (const { name: key, value } of element.attributes) renamed.setAttribute(key, value);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}
