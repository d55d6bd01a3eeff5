import { attributesOf, isJsonNode, type JsonNode } from './json.ts';
import { linesOf } from './plainText.ts';

/** Puts a picture into words, by what it shows. */
export type NamePicture = (name: string) => string;

/**
 * The text of a document, or of a part of one, for reviewers: each block on its own lines, with its pictures and the
 * addresses of its links.
 */
export const documentWords = (node: JsonNode, namePicture: NamePicture): string =>
  linesOf(node, { pictureLines: (picture) => pictureLines(picture, namePicture), after: addressAfter }).join('\n');

function pictureLines(picture: JsonNode, namePicture: NamePicture): readonly string[] {
  const { alt, title, caption, href, src } = attributesOf(picture);
  const name = namePicture(String(alt || title || src || ''));
  return [href ? `${name} (${href})` : name, ...(caption ? [String(caption)] : [])];
}

/** The address of a link that ends here, unless it is its own text. */
function addressAfter(node: JsonNode, next: JsonNode | undefined): string {
  const address = addressOf(node);
  return address === undefined || address === node.text || (next && addressOf(next) === address) ? '' : ` (${address})`;
}

function addressOf({ marks }: JsonNode): string | undefined {
  const link = Array.isArray(marks) ? marks.filter(isJsonNode).find(({ type }) => type === 'link') : undefined;
  const href = link && attributesOf(link)['href'];
  return typeof href === 'string' ? href : undefined;
}
