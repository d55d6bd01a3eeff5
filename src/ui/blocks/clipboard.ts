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

export function copyBlock({ type, title, fields, blockId, overrides }: CopiedBlock): void {
  localStorage.setItem(KEPT, JSON.stringify({ type, title, fields, blockId, overrides }));
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
