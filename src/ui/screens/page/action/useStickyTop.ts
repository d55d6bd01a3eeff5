import { type RefObject, useEffect } from 'react';

/** Tells what sticks below a bar how far down the bar reaches when it sticks itself (`--bar-end`). */
export function useStickyTop(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    const { style } = document.documentElement;
    const measure = (): void => {
      const { position, top } = getComputedStyle(element);
      if (position === 'sticky') style.setProperty('--bar-end', `${Number.parseFloat(top) + element.offsetHeight}px`);
      else style.removeProperty('--bar-end');
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--bar-end');
    };
  }, [bar]);
}
