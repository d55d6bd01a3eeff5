/** The record that a frame stands beside, as the user may read it, with what is typed and not saved yet. */
export interface FrameRecord {
  readonly kind: 'page' | 'block' | 'media';
  /** Null for a block that is part of a page. */
  readonly id: number | null;
  /** The slug of its content type or block type. */
  readonly type?: string;
  readonly status?: string;
  readonly locale?: string;
  readonly title?: string;
  readonly slug?: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** The blocks of a page by region. */
  readonly regions?: Readonly<Record<string, readonly FrameBlock[]>>;
}

export interface FrameBlock {
  readonly id?: string;
  readonly type: string;
  readonly title?: string;
  readonly hidden?: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
  /** The id of the reusable block that it shows. */
  readonly blockId?: number;
  readonly overrides?: Readonly<Record<string, unknown>>;
}

/** How the interface looks at present. `connect` sets each as a CSS variable, too: `--quire-text`, `--quire-radius`. */
export interface FrameTheme {
  readonly scheme: 'light' | 'dark';
  /** CSS colours. */
  readonly colors: Readonly<Record<FrameColor, string>>;
  readonly font: string;
  /** Lengths in CSS. */
  readonly fontSize: string;
  readonly radius: string;
}

export type FrameColor =
  | 'text'
  | 'quiet'
  | 'ground'
  | 'raised'
  | 'line'
  | 'hover'
  | 'accent'
  | 'accent-text'
  | 'focus'
  | 'error';

/** A page that the user has picked. */
export interface PageChoice {
  readonly id: number;
  readonly title: string;
  readonly slug: string;
  readonly locale: string;
  readonly type: string;
}

/** A media file that the user has picked. */
export interface MediaChoice {
  readonly id: number;
  readonly title: string | null;
  readonly altText: string | null;
  readonly originalName: string;
  readonly mimeType: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly url: string;
}

export interface FrameQuestion {
  readonly title: string;
  readonly text: string;
  /** The label of the confirming button. */
  readonly action: string;
  readonly isDangerous?: boolean;
}

/** A request to one of the extension's own endpoints. */
export interface FrameCall {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
}

/** What a frame asked for and did not get. */
export interface FrameError extends Error {
  /** Why: `readOnly`, `kind`, `size`, `unknownField`, `busy`, `unfocused`, or the code of an endpoint's error. */
  readonly code: string;
}

/** The connection of a frame with the interface around it. What it reads is up to date whenever it is read. */
export interface Frame<V = unknown> {
  /** The value of the field that this is the input of; undefined if there is none. */
  readonly value: V | undefined;
  /** Null on a screen and on Home. */
  readonly record: FrameRecord | null;
  /** The language of the record, if it has one. */
  readonly locale: string | null;
  /** The language of the interface: `en`, `de`. */
  readonly language: string;
  readonly isReadOnly: boolean;
  readonly theme: FrameTheme;
  /** Calls back when something else than this frame has changed the value: undo, another person. @returns a function that stops it */
  onValue(listener: (value: V | undefined) => void): () => void;
  /** Calls back when anything else has changed. Records follow a moment after what is typed. @returns a function that stops it */
  onChange(listener: () => void): () => void;
  /**
   * Proposes a value for the field that this is the input of, as if it was typed; undefined empties it. Of proposals that
   * follow each other quickly only the last may arrive. @throws FrameError if it is refused
   */
  setValue(value: V | undefined): Promise<void>;
  /** Proposes a value for a field of the record that this is a panel of. @throws FrameError if it is refused */
  setField(name: string, value: unknown): Promise<void>;
  /** Has the user pick a page. @returns null if none was picked. @throws FrameError if the frame does not have the focus */
  pickPage(options?: { readonly types?: readonly string[]; readonly locale?: string }): Promise<PageChoice | null>;
  /** Has the user pick a media file. @returns null if none was picked. @throws FrameError as `pickPage` */
  pickMedia(options?: { readonly isPicture?: boolean }): Promise<MediaChoice | null>;
  /** Asks the user. @throws FrameError as `pickPage` */
  confirm(question: FrameQuestion): Promise<boolean>;
  /** Shows a note for a moment. */
  notify(text: string, options?: { readonly isError?: boolean }): Promise<void>;
  /** Asks for a height in CSS pixels; for that of the page's content if none is given. */
  resize(height?: number): void;
  /**
   * Calls an endpoint of the extension as the user. @param path below `/api/x/<extension>`, such as `/near`. @returns the
   * answer's `data`. @throws FrameError with the code of the answer's error
   */
  call(path: string, options?: FrameCall): Promise<unknown>;
}

/** Connects the page of a frame with the interface around it. @throws Error if the page is in no frame of Quire */
export type ConnectFrame = <V = unknown>() => Promise<Frame<V>>;
