import type { FormDocument } from '../form/document.ts';
import type { FormStep } from '../form/history.ts';
import { newKey } from '../form/useListKeys.ts';
import { moveItem } from '../parts/row/Sortable.tsx';
import type { BlockValue, NewBlock } from './blockValue.ts';

/** The changes to the blocks of a region. All blocks share one object, so that passing it on renders none of them again. */
export interface RegionActions {
  insert(at: number, block: NewBlock): void;
  move(from: number, to: number): void;
  /** Returns the step, so that it can be taken back alone. */
  remove(at: number): FormStep | undefined;
  /** Takes a key, because the block may have been moved while the server was asked. */
  change(key: string, change: (block: BlockValue) => BlockValue): void;
}

interface RegionOptions {
  readonly form: FormDocument;
  readonly region: string;
  /** Receives the key of an inserted block. */
  onInsert(key: string): void;
  /** Receives the index of a removed block. */
  onRemove(at: number): void;
}

/** Creates the actions on one region of a form. */
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
      const step = form.together(() => set(present().filter((_, index) => index !== at)));
      onRemove(at);
      return step;
    },
    change: (key, change) => set(present().map((one) => (one.key === key ? change(one) : one))),
  };
}
