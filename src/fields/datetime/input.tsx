import type { InputProps } from '../../ui/fields/kind.ts';
import { MomentInput } from '../../ui/parts/MomentInput.tsx';

/** A day and a time, typed and shown in the editor's time zone. */
export function DateTimeFieldInput({ value, onChange, frame }: InputProps) {
  return <MomentInput {...frame} value={typeof value === 'string' ? value : undefined} onChange={onChange} />;
}
