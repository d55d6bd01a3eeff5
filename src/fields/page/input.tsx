import { useQuery } from '@tanstack/react-query';
import { kindOfType } from '../../model/page/typeKind.ts';
import type { InputProps } from '../../ui/fields/kind.ts';
import { readId } from '../../ui/fields/value/readId.ts';
import { readTargetTypes } from '../../ui/fields/value/readTargetTypes.ts';
import { useFormScope } from '../../ui/form/FormContext.tsx';
import { PagePicker } from '../../ui/parts/PagePicker.tsx';
import { contentTypesQuery } from '../../ui/wire/queries.ts';

/** A page of the site. References are pages, too. */
export function PageFieldInput({ field, value, onChange, frame }: InputProps) {
  const { locale } = useFormScope();
  const types = useTargetTypes(field);
  return <PagePicker {...frame} types={types} locale={locale} value={readId(value)} onChange={onChange} />;
}

/** The types to choose from. A reference may also point at records without an address, which no list of pages has. */
function useTargetTypes(field: InputProps['field']): readonly string[] | undefined {
  const { data: types = [] } = useQuery(contentTypesQuery);
  const chosen = readTargetTypes(field);
  if (chosen?.length || field.type !== 'reference' || types.every((type) => kindOfType(type) !== 'data')) return chosen;
  return types.map(({ slug }) => slug);
}
