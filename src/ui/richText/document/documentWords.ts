import { isJsonNode, type JsonNode, readNodeAttributes } from './json.ts';
import { readDocumentLines } from './toPlainText.ts';

/** Puts a picture into words, by what it shows. */
export type NamePicture = (name: string) => string;

/**
 * The text of a document, or of a part of one, for reviewers: each block on its own lines, with its pictures and the
 * addresses of its links.
 */
export const documentWords = (node: JsonNode, namePicture: NamePicture): string =>
  readDocumentLines(node, { pictureLines: (picture) => pictureLines(picture, namePicture), after: addressAfter }).join(
    '\n',
  );

function pictureLines(picture: JsonNode, namePicture: NamePicture): readonly string[] {
  const { alt, title, caption, href, src } = readNodeAttributes(picture);
  const name = namePicture(String(alt || title || src || ''));
  return [href ? `${name} (${href})` : name, ...(caption ? [String(caption)] : [])];
}

/** The address of a link that ends here, unless it is its own text. */
function addressAfter(node: JsonNode, next: JsonNode | undefined): string {
  const address = readLinkAddress(node);
  return address === undefined || address === node.text || (next && readLinkAddress(next) === address)
    ? ''
    : ` (${address})`;
}

function readLinkAddress({ marks }: JsonNode): string | undefined {
  const link = Array.isArray(marks) ? marks.filter(isJsonNode).find(({ type }) => type === 'link') : undefined;
  const href = link && readNodeAttributes(link)['href'];
  return typeof href === 'string' ? href : undefined;
}
