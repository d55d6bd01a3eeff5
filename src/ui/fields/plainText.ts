import { isObject } from '../form/values.ts';

/** The words of a rich text document. */
export function plainText(node: unknown): string {
  if (!isObject(node)) return '';
  if (typeof node['text'] === 'string') return node['text'];
  const content = Array.isArray(node['content']) ? node['content'] : [];
  return content
    .map(plainText)
    .filter(Boolean)
    .join(node['type'] === 'paragraph' ? '' : ' ');
}
