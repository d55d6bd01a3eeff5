import { createContext, useContext } from 'react';

/** A page that a link can lead to. */
export interface PageChoice {
  /** As links name it: `en/about`. */
  readonly key: string;
  readonly title: string;
  /** Its address, or what else tells it from others of its name. */
  readonly detail: string;
}

/** A picture that a text can show. */
export interface PictureChoice {
  readonly src: string;
  readonly alt: string | null;
}

/** Where the editor's pages and pictures come from. */
export interface RichTextSources {
  findPages(search: string, signal: AbortSignal): Promise<readonly PageChoice[]>;
  /** Undefined where there is no such page any more. */
  findPage(key: string, signal: AbortSignal): Promise<PageChoice | undefined>;
  /** Lets the user choose; undefined where nothing was chosen. */
  pickPicture(): Promise<PictureChoice | undefined>;
  /** Takes in a picture that was dropped or pasted. @throws what `tellProblem` understands */
  uploadPicture(file: File): Promise<PictureChoice>;
}

/** What is open above the text. */
export type RichTextDialog =
  | { readonly name: 'link' }
  | { readonly name: 'source' }
  /** The picture that stands at `position`. */
  | { readonly name: 'picture'; readonly position: number };

interface RichTextContextValue {
  readonly sources: RichTextSources;
  open(dialog: RichTextDialog): void;
}

const Context = createContext<RichTextContextValue | null>(null);

export const RichTextProvider = Context.Provider;

export function useRichTextContext(): RichTextContextValue {
  const value = useContext(Context);
  if (value === null) throw new Error('Stands outside of an editor');
  return value;
}
