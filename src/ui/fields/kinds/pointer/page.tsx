import { useFormScope } from '../../../form/FormContext.tsx';
import { PagePicker } from '../../../parts/PagePicker.tsx';
import type { InputProps } from '../../kind.ts';
import { readId } from '../../readId.ts';
import { readTargetTypes } from '../../readTargetTypes.ts';

/** A page of the site. References are pages, too. */
export function PageFieldInput({ field, value, onChange, frame }: InputProps) {
  const { locale } = useFormScope();
  return (
    <PagePicker {...frame} types={readTargetTypes(field)} locale={locale} value={readId(value)} onChange={onChange} />
  );
}
