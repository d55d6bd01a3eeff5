import { useFormScope } from '../../../form/FormContext.tsx';
import { PagePicker } from '../../../parts/PagePicker.tsx';
import type { InputProps } from '../../kind.ts';
import { readId } from '../../readId.ts';
import { typesOf } from '../../typesOf.ts';

/** A page of the site. References are pages, too. */
export function PageInput({ field, value, onChange, frame }: InputProps) {
  const { locale } = useFormScope();
  return <PagePicker {...frame} types={typesOf(field)} locale={locale} value={readId(value)} onChange={onChange} />;
}
