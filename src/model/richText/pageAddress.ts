import { PAGE } from '../fields/kinds/target.ts';
import { isCleanAddress } from './href.ts';

/** A page that a link of rich text names as files hold it: `page:en/about`, `page:en/about#team`. */
export interface PageAddress {
  /** `en/about` */
  readonly key: string;
  /** What stands behind the page: a query, a fragment, nothing. */
  readonly rest: string;
}

const PREFIX = 'page:';
const ADDRESS = /^page:([^\s?#]{1,500})([?#]\S{0,2000})?$/;

/** Undefined for what names no page, whether there is such a page or not. */
export function readPageAddress(text: unknown): PageAddress | undefined {
  if (typeof text !== 'string' || !text.startsWith(PREFIX) || !isCleanAddress(text)) return undefined;
  const [, key = '', rest = ''] = ADDRESS.exec(text) ?? [];
  return PAGE.isKey(key) ? { key, rest } : undefined;
}

export const writePageAddress = ({ key, rest }: PageAddress): string => `${PREFIX}${key}${rest}`;
