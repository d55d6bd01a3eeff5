import { isObject, type Values } from '../form/values.ts';

/** A block that was copied, in this browser. */
interface CopiedBlock {
  readonly type: string;
  readonly title?: string | undefined;
  readonly fields: Values;
  readonly blockId?: number | undefined;
  readonly overrides?: Values | undefined;
}

const KEPT = 'quire.block';

/** False where the browser keeps nothing, or has no room for so much. */
export function copyBlock({ type, title, fields, blockId, overrides }: CopiedBlock): boolean {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ type, title, fields, blockId, overrides }));
    return true;
  } catch {
    return false;
  }
}

/** What was copied last; undefined where nothing was. */
export function copiedBlock(): CopiedBlock | undefined {
  try {
    const block: unknown = JSON.parse(localStorage.getItem(KEPT) ?? 'null');
    return isObject(block) && typeof block['type'] === 'string' && isObject(block['fields'])
      ? (block as unknown as CopiedBlock)
      : undefined;
  } catch {
    return undefined;
  }
}
