import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useFormScope } from '../form/FormContext.tsx';
import type { FormPath } from '../form/values.ts';
import type { ExtensionFieldKind, Field } from '../wire/interface.ts';
import { fitsKind } from './fitsKind.ts';
import { framesQuery } from './queries.ts';
import { FrameRefusal } from './request/FrameRefusal.ts';

/** A kind of field that an extension has; undefined if none has it. */
export function useExtensionKind(kind: string): ExtensionFieldKind | undefined {
  const { data } = useQuery(framesQuery);
  return data?.kinds.find((one) => one.kind === kind);
}

/** All kinds of fields that extensions have. */
export function useExtensionKinds(): readonly ExtensionFieldKind[] {
  const { data } = useQuery(framesQuery);
  return data?.kinds ?? NO_KINDS;
}

const NO_KINDS: readonly ExtensionFieldKind[] = [];

/** Whether an extension derives the value at a path of the form: then nobody can change it. */
export function useIsDerived([holder, name, ...inside]: FormPath): boolean {
  const { record } = useFormScope();
  const { data } = useQuery(framesQuery);
  if (holder !== 'fields' || inside.length > 0 || record?.kind !== 'page') return false;
  return data?.derived.some(({ types, field }) => field === name && types.includes(record.type ?? '')) ?? false;
}

/** The field as one of the kind that holds its values. */
export const asBaseField = (field: Field, { base, use, fields, settings }: ExtensionFieldKind): Field => ({
  ...field,
  type: use?.type ?? base,
  ...(fields.length > 0 && { fields }),
  settings: { ...settings, ...use?.settings, ...field.settings },
});

/** A function that throws a FrameRefusal for a value without the form of its kind of field. */
export function useCheckKind(): (kind: string, value: unknown) => void {
  const { data } = useQuery(framesQuery);
  const kinds = data?.kinds;
  return useCallback(
    (kind, value) => {
      const base = kinds?.find((one) => one.kind === kind)?.base ?? kind;
      if (!fitsKind(base, value)) throw new FrameRefusal('kind');
    },
    [kinds],
  );
}
