import type { Expansion, RichTextFormat } from './content.ts';
import type { UntypedSite } from './types.ts';

/**
 * Where a value of a page stands: `['title']`, `['fields', 'summary']`, `['regions', 'main', 'pb_12', 'fields', 'items',
 * '0', 'question']`. Blocks go by their ids.
 */
export type PreviewPath = readonly string[];

/** What a previewing page says to the editor. `quire` is the version of these messages. */
export type PreviewSays = { readonly quire: 1 } & (
  | { readonly type: 'ready'; readonly expand?: readonly Expansion[]; readonly richtext?: RichTextFormat }
  | { readonly type: 'clicked'; readonly path: PreviewPath }
);

/** What the editor says to a previewing page. */
export type EditorSays = { readonly quire: 1 } & (
  | { readonly type: 'page'; readonly page: UntypedSite['page'] }
  | { readonly type: 'focus'; readonly path: PreviewPath }
);

export interface PreviewOptions {
  /** Where the editor's interface is: `https://cms.example.org`. Nobody else is heard or spoken to. */
  editor: string;
  /** How pages are to be shown; as `site.yaml` says (`static`) unless given. */
  expand?: readonly Expansion[];
  richtext?: RichTextFormat;
  /** Shows the page with what is being typed: at once, and after every change. */
  onPage(page: UntypedSite['page']): void;
  /** Shows where a value stands; unless given what carries its path in `data-quire-field` is scrolled to. */
  onFocus?(path: PreviewPath): void;
}

/**
 * Connects a page that previews with the editor whose frame it stands in. What carries `data-quire-field`, the path of a
 * value with slashes, opens its field when it is clicked; links lead nowhere meanwhile. Without a frame nothing happens.
 */
export type ConnectPreview = (options: PreviewOptions) => { close(): void };
