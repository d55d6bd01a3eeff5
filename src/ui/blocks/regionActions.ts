import type { FormDocument } from '../form/document.ts';
import { newKey } from '../form/useListKeys.ts';
import { moveItem } from '../parts/row/Sortable.tsx';
import type { BlockValue, NewBlock } from './blockValue.ts';

/** What changes the blocks of a region; the same for all of them, for as long as it is shown. */
export interface RegionActions {
  insert(at: number, block: NewBlock): void;
  move(from: number, to: number): void;
  remove(at: number): void;
  /** By its key: it may have been moved while the server was asked. */
  change(key: string, change: (block: BlockValue) => BlockValue): void;
}

interface RegionOptions {
  readonly form: FormDocument;
  readonly region: string;
  /** Told the key of what is inserted. */
  onInsert(key: string): void;
  /** Told where something has been taken away. */
  onRemove(at: number): void;
}

export function createRegionActions({ form, region, onInsert, onRemove }: RegionOptions): RegionActions {
  const path = ['regions', region];
  const present = () => (form.at(path) ?? []) as readonly BlockValue[];
  const set = (blocks: readonly BlockValue[]): void => form.set(path, blocks);
  return {
    insert(at, block) {
      const key = newKey();
      onInsert(key);
      set([...present().slice(0, at), { ...block, key }, ...present().slice(at)]);
    },
    move: (from, to) => set(moveItem(present(), from, to)),
    remove(at) {
      set(present().filter((_, index) => index !== at));
      onRemove(at);
    },
    change: (key, change) => set(present().map((one) => (one.key === key ? change(one) : one))),
  };
}
