export const all = (within: Element, selector: string): readonly HTMLElement[] => [
  ...within.querySelectorAll<HTMLElement>(selector),
];

/** Replaces an element by its content. */
export function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

/** Replaces an element by one of another name, with the same content and attributes. */
export function rename(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name);
  for (const { name: key, value } of element.attributes) renamed.setAttribute(key, value);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}
