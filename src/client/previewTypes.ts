import type { Expansion, RichTextFormat } from './content.ts';
import type { UntypedSite } from './types.ts';

/**
 * The path of a value of a page: `['title']`, `['fields', 'summary']`, `['regions', 'main', 'pb_12', 'fields', 'items',
 * '0', 'question']`. Blocks are named by their ids.
 */
export type PreviewPath = readonly string[];

/** A message from a preview page to the editor. `quire` is the version of the messages. */
export type PreviewSays = { readonly quire: 1 } & (
  | { readonly type: 'ready'; readonly expand?: readonly Expansion[]; readonly richtext?: RichTextFormat }
  | { readonly type: 'clicked'; readonly path: PreviewPath }
);

/** A message from the editor to a preview page. */
export type EditorSays = { readonly quire: 1 } & (
  | { readonly type: 'page'; readonly page: UntypedSite['page'] }
  | { readonly type: 'focus'; readonly path: PreviewPath }
);

export interface PreviewOptions {
  /** The address of the editor's interface: `https://cms.example.org`. Messages are exchanged with no other origin. */
  editor: string;
  /** How pages are shown; by default as `static` in `site.yaml` says. */
  expand?: readonly Expansion[];
  richtext?: RichTextFormat;
  /** Shows the page as it is being edited: at once, and after every change. */
  onPage(page: UntypedSite['page']): void;
  /** Shows the place of a value; by default scrolls to the element with its path in `data-quire-field`. */
  onFocus?(path: PreviewPath): void;
}

/**
 * Connects a preview page with the editor whose frame it is in. Clicking an element with `data-quire-field`, the path
 * of a value with slashes, opens that field in the editor; links are disabled. Outside a frame nothing happens.
 */
export type ConnectPreview = (options: PreviewOptions) => { close(): void };
