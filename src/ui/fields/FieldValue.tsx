import { Fragment } from 'react';
import { PointerName } from '../parts/PointerName.tsx';
import { isPointers, pointerKindOf, pointersIn } from '../parts/pointers.ts';
import type { Field } from '../wire/interface.ts';
import { valueText } from './valueText.ts';

interface FieldValueProps {
  readonly field: Field;
  readonly value: unknown;
}

/** The kinds of which a list shows what they point at; of a gallery it shows how many pictures it has. */
const NAMED = ['media', 'page', 'reference', 'term'];

/** The value of a field in a list: what it points at by its name, everything else as people write it. */
export function FieldValue({ field, value }: FieldValueProps) {
  const kind = NAMED.includes(field.type) && isPointers(value) ? pointerKindOf(field.type) : undefined;
  if (!kind) return <span dir="auto">{valueText(value, field)}</span>;
  return pointersIn(value).map((pointer, at) => (
    <Fragment key={pointer}>
      {at > 0 && ', '}
      <PointerName kind={kind} pointer={pointer} />
    </Fragment>
  ));
}
