import { createContext, useContext } from 'react';

/** A page that a link can lead to. */
export interface PageChoice {
  /** The key that links use: `en/about`. */
  readonly key: string;
  readonly title: string;
  /** Its address, or whatever else distinguishes it from pages with the same title. */
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
  /** Undefined if the page no longer exists. */
  findPage(key: string, signal: AbortSignal): Promise<PageChoice | undefined>;
  /** Lets the user choose; undefined if nothing was chosen. */
  pickPicture(): Promise<PictureChoice | undefined>;
  /** Uploads a picture that was dropped or pasted. @throws an error that `tellProblem` understands */
  uploadPicture(file: File): Promise<PictureChoice>;
}

/** The dialog that is open. */
export type RichTextDialog =
  | { readonly name: 'link' }
  | { readonly name: 'source' }
  /** For the picture at `position`. */
  | { readonly name: 'picture'; readonly position: number };

interface RichTextContextValue {
  readonly sources: RichTextSources;
  open(dialog: RichTextDialog): void;
}

const Context = createContext<RichTextContextValue | null>(null);

export const RichTextProvider = Context.Provider;

export function useRichTextContext(): RichTextContextValue {
  const value = useContext(Context);
  if (value === null) throw new Error('useRichTextContext is used outside an editor');
  return value;
}
