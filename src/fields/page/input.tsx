import type { InputProps } from '../../ui/fields/kind.ts';
import { readId } from '../../ui/fields/value/readId.ts';
import { readTargetTypes } from '../../ui/fields/value/readTargetTypes.ts';
import { useFormScope } from '../../ui/form/FormContext.tsx';
import { PagePicker } from '../../ui/parts/PagePicker.tsx';

/** A page of the site. References are pages, too. */
export function PageFieldInput({ field, value, onChange, frame }: InputProps) {
  const { locale } = useFormScope();
  return (
    <PagePicker {...frame} types={readTargetTypes(field)} locale={locale} value={readId(value)} onChange={onChange} />
  );
}
