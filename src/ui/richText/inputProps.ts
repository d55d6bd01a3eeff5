import type { JsonNode } from './document/json.ts';
import type { RichTextSources } from './sources.ts';

/** What the editor is given. */
export interface RichTextInputProps {
  /** A document of the contract; null or undefined where there is none. */
  readonly value: unknown;
  /** Gets null for a document that says nothing, and the very value from before where all changes were taken back. */
  onChange(value: JsonNode | null): void;
  readonly sources: RichTextSources;
  readonly disabled?: boolean;
  readonly required?: boolean;
  /** Characters of its text. */
  readonly min?: number;
  readonly max?: number;
  readonly hasProblem?: boolean;
  /** The language of the text. */
  readonly lang?: string;
  readonly dir?: 'ltr' | 'rtl' | 'auto';
  /** The ids of what names and describes the field. */
  readonly labelledBy: string;
  readonly describedBy?: string;
}
