import { isValueObject } from '../../form/values.ts';

/** The words of a rich text document. */
export function extractDocumentText(node: unknown): string {
  if (!isValueObject(node)) return '';
  if (typeof node['text'] === 'string') return node['text'];
  const content = Array.isArray(node['content']) ? node['content'] : [];
  return content
    .map(extractDocumentText)
    .filter(Boolean)
    .join(node['type'] === 'paragraph' ? '' : ' ');
}
