import type { InputHistory, SetOptions } from '../form/document.ts';
import type { FormPath } from '../form/values.ts';
import type { JsonNode } from './document/json.ts';
import type { RichTextSources } from './sources.ts';

/** The props of the editor. */
export interface RichTextInputProps {
  /** A document as the contract defines it; null or undefined if there is none. */
  readonly value: unknown;
  /** Called with null for an empty document, and with the original value itself once all changes are undone. */
  onChange(value: JsonNode | null, options?: SetOptions): void;
  /** Undoes and does again what is typed here, together with everything else in the form. */
  readonly history: InputHistory;
  readonly sources: RichTextSources;
  /** The path of the value in its form, if features may mark what they know of it. */
  readonly path?: FormPath;
  readonly disabled?: boolean;
  readonly required?: boolean;
  /** Length of its text in characters. */
  readonly min?: number;
  readonly max?: number;
  readonly hasProblem?: boolean;
  /** The language of the text. */
  readonly lang?: string;
  readonly dir?: 'ltr' | 'rtl' | 'auto';
  /** The ids of the elements that name and describe the field. */
  readonly labelledBy: string;
  readonly describedBy?: string;
}
