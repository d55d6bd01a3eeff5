import type { ConnectPreview, EditorSays, PreviewPath, PreviewSays } from './previewTypes.ts';

export type * from './previewTypes.ts';

/** The attribute of an element that shows a value: the path of the value, with slashes. */
const FIELD = 'data-quire-field';

/** The parts of a browser that are used here, so that the package also compiles without DOM types. */
interface ElementLike {
  closest(selector: string): ElementLike | null;
  getAttribute(name: string): string | null;
  scrollIntoView(how: { readonly block: 'center'; readonly behavior: 'smooth' }): void;
}
interface MessageLike {
  readonly origin: string;
  readonly source: unknown;
  readonly data: unknown;
}
interface ClickLike {
  readonly target: ElementLike | null;
  preventDefault(): void;
}
type Listen<E> = (type: string, listener: (event: E) => void, isFirst?: boolean) => void;
interface WindowLike {
  readonly parent: { postMessage(message: unknown, origin: string): void };
  readonly document: {
    querySelector(selector: string): ElementLike | null;
    readonly addEventListener: Listen<ClickLike>;
    readonly removeEventListener: Listen<ClickLike>;
  };
  readonly addEventListener: Listen<MessageLike>;
  readonly removeEventListener: Listen<MessageLike>;
}

export const connectPreview: ConnectPreview = ({ editor, expand, richtext, onPage, onFocus }) => {
  const { origin } = new URL(editor);
  const frame = globalThis as unknown as WindowLike;
  const { parent, document } = frame;
  const send = (message: PreviewSays): void => parent.postMessage(message, origin);

  function receive({ origin: from, source, data }: MessageLike): void {
    if (from !== origin || source !== parent || !isOfEditor(data)) return;
    if (data.type === 'page') onPage(data.page);
    if (data.type === 'focus') (onFocus ?? showField)(data.path);
  }
  function showField(path: PreviewPath): void {
    // Takes the nearest element, because an element may show several values.
    for (let length = path.length; length > 0; length -= 1) {
      const name = path.slice(0, length).join('/').replaceAll(/["\\]/g, '\\$&');
      const shown = document.querySelector(`[${FIELD}="${name}"]`);
      shown?.scrollIntoView({ block: 'center', behavior: 'smooth' });
      if (shown) return;
    }
  }
  function click(event: ClickLike): void {
    const field = event.target?.closest(`[${FIELD}]`)?.getAttribute(FIELD);
    if (field || event.target?.closest('a[href]')) event.preventDefault();
    if (field) send({ quire: 1, type: 'clicked', path: field.split('/') });
  }

  if (parent === (frame as unknown)) return { close: () => undefined };
  frame.addEventListener('message', receive);
  document.addEventListener('click', click, true);
  send({ quire: 1, type: 'ready', ...(expand && { expand }), ...(richtext && { richtext }) });
  return {
    close() {
      frame.removeEventListener('message', receive);
      document.removeEventListener('click', click, true);
    },
  };
};

const isOfEditor = (data: unknown): data is EditorSays =>
  typeof data === 'object' && data !== null && (data as { quire?: unknown }).quire === 1;
