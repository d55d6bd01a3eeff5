import { createReadStream } from 'node:fs';
import { Parser } from 'htmlparser2';

/** An element of the export with its content. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  readonly children: XmlElement[];
}

/** The parts of a channel that are passed on, each when it is complete. */
const PARTS = new Set([
  'item',
  'wp:author',
  'wp:category',
  'wp:tag',
  'wp:term',
  'link',
  'title',
  'wp:base_blog_url',
  'wp:base_site_url',
]);

const MAX_TEXT = 4 * 1024 * 1024;
const MAX_ELEMENTS = 20_000;
const MAX_DEPTH = 20;
const MAX_ITEMS = 200_000;

/**
 * Reads WordPress' export (WXR: RSS 2.0 with elements of its own) part by part, however large the file is. Entities
 * that a document type declares are not expanded, and nothing is fetched.
 *
 * @throws Error in words for the user if it is not a complete export or exceeds the limits
 */
export async function readExportFile(file: string, take: (part: XmlElement) => void): Promise<void> {
  const reader = createExportReader(take);
  const parser = new Parser(reader.handler, { xmlMode: true, decodeEntities: true });
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of createReadStream(file)) parser.write(decoder.decode(chunk as Buffer, { stream: true }));
  parser.end();
  reader.end();
}

function createExportReader(take: (part: XmlElement) => void) {
  const outer: string[] = [];
  const open: XmlElement[] = [];
  let [items, elements, isWhole] = [0, 0, false];
  const handler = {
    onopentag(name: string, attributes: Record<string, string>): void {
      const isPart = open.length === 0 && outer.at(-1) === 'channel' && PARTS.has(name);
      if (!isPart && open.length === 0) {
        if (outer.length > MAX_DEPTH) throw new Error('The export nests too deeply');
        outer.push(name);
        return;
      }
      elements = isPart ? 1 : elements + 1;
      if (open.length > MAX_DEPTH || elements > MAX_ELEMENTS) throw new Error('An item of the export is too large');
      const element: XmlElement = { name, attributes, text: '', children: [] };
      open.at(-1)?.children.push(element);
      open.push(element);
    },
    ontext(text: string): void {
      const element = open.at(-1);
      if (!element) return;
      if (element.text.length + text.length > MAX_TEXT) throw new Error('A text of the export is larger than 4 MiB');
      element.text += text;
    },
    onclosetag(name: string, isImplied: boolean): void {
      const element = open.pop();
      if (!element) {
        outer.pop();
        isWhole ||= name === 'rss' && !isImplied;
        return;
      }
      if (open.length > 0) return;
      items += 1;
      if (items > MAX_ITEMS) throw new Error(`The export has more than ${MAX_ITEMS} items`);
      take(element);
    },
  };
  return {
    handler,
    end(): void {
      if (items === 0)
        throw new Error("This is not an export of WordPress: make one with Tools, Export, 'All content'");
      if (!isWhole) throw new Error('The export is cut off: export it again');
    },
  };
}

/** The trimmed text of the first child with this name. */
export const childText = ({ children }: XmlElement, name: string): string =>
  children.find((child) => child.name === name)?.text.trim() ?? '';
