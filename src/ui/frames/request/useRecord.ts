import { useMemo, useSyncExternalStore } from 'react';
import type { FrameBlock, FrameRecord } from '../../../frame/types.ts';
import type { BlockValue } from '../../blocks/blockValue.ts';
import { type FormScope, useFormScope } from '../../form/FormContext.tsx';
import { type FormPath, type FormValues, getValueAt, isValueObject } from '../../form/values.ts';

/** The record that a form is about, as a frame gets it; the block alone for a path into one. */
export function useRecord(path: FormPath): FrameRecord | null {
  const { form, record, locale } = useFormScope();
  const values = useSyncExternalStore(form.subscribe, form.values);
  const [first, region, index] = path;
  return useMemo(() => {
    if (first !== 'regions') return record ? describeRecord(values, { record, locale }) : null;
    const block = getValueAt(values, ['regions', region ?? '', index ?? 0]) as BlockValue | undefined;
    return block ? { ...describeBlock(block), kind: 'block', id: null, ...(locale && { locale }) } : null;
  }, [values, record, locale, first, region, index]);
}

function describeRecord(
  values: FormValues,
  { record, locale }: { readonly record: NonNullable<FormScope['record']>; readonly locale: string | undefined },
): FrameRecord {
  const { title, slug, fields, regions } = values;
  return {
    ...record,
    ...(locale && { locale }),
    ...(typeof title === 'string' && { title }),
    ...(typeof slug === 'string' && { slug }),
    fields: isValueObject(fields) ? fields : {},
    ...(isValueObject(regions) && { regions: describeRegions(regions) }),
  };
}

const describeRegions = (regions: FormValues): Readonly<Record<string, readonly FrameBlock[]>> =>
  Object.fromEntries(
    Object.entries(regions).map(([name, blocks]) => [name, (blocks as readonly BlockValue[]).map(describeBlock)]),
  );

/** Without the key that is of use only to the form. */
const describeBlock = ({ id, type, title, fields, blockId, overrides, hidden }: BlockValue): FrameBlock => ({
  ...(id !== undefined && { id }),
  ...(title !== undefined && { title }),
  ...(hidden && { hidden }),
  ...(blockId !== undefined && { blockId }),
  ...(overrides && { overrides }),
  ...{ type, fields },
});
