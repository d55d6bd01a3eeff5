import { PAGE_TARGET } from '../fields/kinds/target.ts';
import { isCleanAddress } from './href.ts';

/** The target of a link to a page, as rich text in files holds it: `page:en/about`, `page:en/about#team`. */
export interface PageAddress {
  /** `en/about` */
  readonly key: string;
  /** What follows the key: a query, a fragment, or nothing. */
  readonly rest: string;
}

const PREFIX = 'page:';
const ADDRESS = /^page:([^\s?#]{1,500})([?#]\S{0,2000})?$/;

/** Reads the address of a page, which need not exist; undefined for any other text. */
export function readPageAddress(text: unknown): PageAddress | undefined {
  if (typeof text !== 'string' || !text.startsWith(PREFIX) || !isCleanAddress(text)) return undefined;
  const [, key = '', rest = ''] = ADDRESS.exec(text) ?? [];
  return PAGE_TARGET.isKey(key) ? { key, rest } : undefined;
}

export const writePageAddress = ({ key, rest }: PageAddress): string => `${PREFIX}${key}${rest}`;
