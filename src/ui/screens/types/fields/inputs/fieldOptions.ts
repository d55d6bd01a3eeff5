import { isValueObject } from '../../../../form/values.ts';
import { type FieldDraft, readFieldSettings, withSettings, withValues } from '../fieldDraft.ts';

/** One choice of a field, as its inputs show it. */
export interface OptionDraft {
  readonly value: string;
  readonly label: string;
  /** How its file says it; undefined for a new one. */
  readonly written?: unknown;
}

/** The choices of a field, wherever they stand. */
export function optionsOf(field: FieldDraft): readonly OptionDraft[] {
  const options = field['options'] ?? readFieldSettings(field)['options'];
  return Array.isArray(options) ? options.map(readOption) : [];
}

function readOption(written: unknown): OptionDraft {
  if (!isValueObject(written)) return { value: String(written), label: '', written };
  return { value: String(written['value'] ?? ''), label: String(written['label'] ?? ''), written };
}

/** The field with these choices, where they stood before. */
export function withOptions(field: FieldDraft, options: readonly OptionDraft[]): FieldDraft {
  const written = options.map(writeOption);
  const isInSettings = field['options'] === undefined && readFieldSettings(field)['options'] !== undefined;
  return isInSettings ? withSettings(field, { options: written }) : withValues(field, { options: written });
}

/** A choice without a label of its own is its value alone. What its file says beside both is kept. */
function writeOption({ value, label, written }: OptionDraft): unknown {
  const isUnchanged = written !== undefined && isSameOption(readOption(written), { value, label });
  if (isUnchanged) return written;
  if (isValueObject(written)) return { ...written, value, label: label || value };
  return label === '' || label === value ? value : { value, label };
}

const isSameOption = (one: OptionDraft, other: OptionDraft): boolean =>
  one.value === other.value && one.label === other.label;
