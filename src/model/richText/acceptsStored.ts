import { mediaKey } from './imageSource.ts';
import { readPageAddress } from './pageAddress.ts';
import type { AttributeRule } from './rules.ts';

/**
 * Whether an attribute may have this value in a file: a value that may be shown, or the name of the page or the media
 * item whose address is shown instead.
 */
export function acceptsStored({ form, test }: AttributeRule, value: unknown): boolean {
  if (test(value)) return true;
  return form === 'href' ? readPageAddress(value) !== undefined : form === 'source' && mediaKey(value) !== undefined;
}
