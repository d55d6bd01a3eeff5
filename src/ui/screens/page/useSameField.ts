import { type RefObject, useEffect, useRef } from 'react';

/** The form, and the same form in another language, which scrolls by itself. */
interface FormSides {
  readonly form: RefObject<HTMLElement | null>;
  readonly source: RefObject<HTMLElement | null>;
}

/** Where the same value is on both sides, in pixels from the top of the window. */
interface FieldOffsets {
  readonly form: number;
  readonly source: number;
}

/** Marks the value that is being written on both sides. */
const MARK = 'data-writing';

/**
 * Keeps two forms at the same value, whichever of them is scrolled, and the source at the value that is being written,
 * which is marked on both sides.
 */
export function useSameField({ form, source }: FormSides, writing: string | undefined): void {
  const isSourceLeading = useRef(false);
  useEffect(() => {
    const [own, other] = [form.current, source.current];
    if (!own || !other) return;
    const following = new AbortController();
    const { signal } = following;
    const lead = (isSource: boolean) => () => {
      isSourceLeading.current = isSource;
    };
    for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
      window.addEventListener(type, lead(false), { capture: true, passive: true, signal });
      other.addEventListener(type, lead(true), { passive: true, signal });
    }
    const follow = (isSource: boolean) => () => {
      if (isSourceLeading.current === isSource) align(own, other, isSource);
    };
    window.addEventListener('scroll', follow(false), { passive: true, signal });
    other.addEventListener('scroll', follow(true), { passive: true, signal });
    const growing = new ResizeObserver(() => align(own, other, isSourceLeading.current));
    for (const side of [own, ...other.children]) growing.observe(side);
    return () => {
      following.abort();
      growing.disconnect();
    };
  }, [form, source]);

  useEffect(() => {
    const [own, other] = [form.current, source.current];
    if (!own || !other || writing === undefined) return;
    const marked = [findValue(own, writing), findValue(other, writing)];
    for (const value of marked) value?.setAttribute(MARK, '');
    const [written, read] = marked;
    if (written && read) other.scrollTop += topInViewport(read) - topInViewport(written);
    return () => {
      for (const value of marked) value?.removeAttribute(MARK);
    };
  }, [form, source, writing]);
}

const topInViewport = (element: Element): number => element.getBoundingClientRect().top;

/** Scrolls the side that does not lead to what the other one shows in the upper third of the window. */
function align(form: HTMLElement, source: HTMLElement, isSourceLeading: boolean): void {
  const line = window.innerHeight / 3;
  const pairs = pairsIn(form, source);
  if (isSourceLeading) window.scrollBy({ top: translate(pairs, line, 'source') - line, behavior: 'instant' });
  else source.scrollTop += translate(pairs, line, 'form') - line;
}

/** The values that both sides show, from top to bottom, between the tops and the bottoms of both. */
function pairsIn(form: HTMLElement, source: HTMLElement): readonly FieldOffsets[] {
  const values = [...form.querySelectorAll<HTMLElement>('[data-path]')].flatMap((own): readonly FieldOffsets[] => {
    const other = source.querySelector(`[data-path="${CSS.escape(own.dataset['path']!)}"]`);
    return other ? [{ form: topInViewport(own), source: topInViewport(other) }] : [];
  });
  const start = { form: topInViewport(form), source: topInViewport(source) - source.scrollTop };
  const end = { form: form.getBoundingClientRect().bottom, source: start.source + source.scrollHeight };
  // Values may stand side by side.
  return [start, ...values, end].toSorted((one, two) => one.form - two.form);
}

/** The height on the other side that belongs to one on this side, in proportion between the two nearest values. */
function translate(pairs: readonly FieldOffsets[], height: number, from: keyof FieldOffsets): number {
  const to = from === 'form' ? 'source' : 'form';
  const next = pairs.findIndex((pair) => pair[from] > height);
  const [above, below] = [pairs.at(Math.max(0, next - 1))!, pairs.at(next)!];
  const length = below[from] - above[from];
  if (next <= 0 || length <= 0) return above[to] + height - above[from];
  return above[to] + ((height - above[from]) / length) * (below[to] - above[to]);
}

/** The element of a value, or of the nearest holder that there is. */
function findValue(side: HTMLElement, path: string): HTMLElement | null {
  const parts = path.split('/');
  for (let length = parts.length; length > 0; length -= 1) {
    const found = side.querySelector<HTMLElement>(`[data-path="${CSS.escape(parts.slice(0, length).join('/'))}"]`);
    if (found) return found;
  }
  return null;
}
