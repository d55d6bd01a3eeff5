import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { FlatTreeNode, TreeNode } from './moves.ts';

const LINE_PX = 48;
const GAP_PX = 6;
/** Enough to render a menu of an everyday size as a whole. */
const OVERSCAN = 25;

interface ShownLine<T extends TreeNode> {
  readonly line: FlatTreeNode<T>;
  readonly index: number;
  readonly top: number;
}

interface TreeWindow<T extends TreeNode> {
  readonly list: RefObject<HTMLUListElement | null>;
  readonly shown: readonly ShownLine<T>[];
  readonly height: number;
  /** Measures a line's element: long names take several lines of text. */
  measure(element: HTMLElement | null): void;
}

interface WindowOptions {
  /** Lines that must stay rendered: the dragged one and the focused one. */
  readonly kept: readonly number[];
  /** Whether all lines are rendered: those of a tree that does not scroll with the window. */
  readonly isWhole: boolean;
}

/** The lines of a tree that are in view, and those that must stay rendered. */
export function useTreeWindow<T extends TreeNode>(
  lines: readonly FlatTreeNode<T>[],
  { kept, isWhole }: WindowOptions,
): TreeWindow<T> {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(topInDocument(list.current)), []);
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => LINE_PX,
    gap: GAP_PX,
    overscan: isWhole ? lines.length : OVERSCAN,
    scrollMargin: top,
    getItemKey: (index) => lines[index]?.node.id ?? index,
    rangeExtractor: (range: Range) => withRetainedIndexes(defaultRangeExtractor(range), lines, kept),
  });
  const shown = virtualizer.getVirtualItems().flatMap(({ index, start }) => {
    const line = lines[index];
    return line ? [{ line, index, top: start - top }] : [];
  });
  return { list, shown, height: virtualizer.getTotalSize(), measure: virtualizer.measureElement };
}

const topInDocument = (element: HTMLElement | null): number =>
  element ? element.getBoundingClientRect().top + window.scrollY : 0;

function withRetainedIndexes(
  indexes: readonly number[],
  lines: readonly FlatTreeNode<TreeNode>[],
  kept: readonly number[],
): number[] {
  const more = kept.map((id) => lines.findIndex(({ node }) => node.id === id)).filter((index) => index >= 0);
  return [...new Set([...indexes, ...more])].sort((one, other) => one - other);
}
