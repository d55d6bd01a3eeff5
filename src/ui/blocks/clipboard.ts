import { type FormValues, isValueObject } from '../form/values.ts';

/** A block that was copied in this browser. */
interface CopiedBlock {
  readonly type: string;
  readonly title?: string | undefined;
  readonly fields: FormValues;
  readonly blockId?: number | undefined;
  readonly overrides?: FormValues | undefined;
}

const STORAGE_KEY = 'quire.block';

/** Copies a block. False if the browser allows no storage, or has no room left. */
export function copyBlock({ type, title, fields, blockId, overrides }: CopiedBlock): boolean {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ type, title, fields, blockId, overrides }));
    return true;
  } catch {
    return false;
  }
}

/** The block that was copied last, if any. */
export function copiedBlock(): CopiedBlock | undefined {
  try {
    const block: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
    return isValueObject(block) && typeof block['type'] === 'string' && isValueObject(block['fields'])
      ? (block as unknown as CopiedBlock)
      : undefined;
  } catch {
    return undefined;
  }
}
