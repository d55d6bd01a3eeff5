import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { FormDocument } from '../../../form/document.ts';
import { ask } from '../../../wire/ask.ts';
import type { Page } from '../../../wire/interface.ts';
import { createQueryKey } from '../../../wire/keys.ts';
import { toPageBody } from '../form/pageValues.ts';

/** The shape in which a page is requested. */
export interface PageShape {
  readonly expand: readonly string[];
  readonly richtext: 'json' | 'html' | 'markdown';
}

/** While somebody is typing, the preview follows this long after a key press. */
const TYPING_MS = 250;

interface Options {
  readonly id: number;
  readonly form: FormDocument;
  /** The name of the change that the form reads; null for what is live. */
  readonly change: string | null;
  /** Undefined until it is known. */
  readonly shape: PageShape | undefined;
}

/** The page as readers will see it, with the form's unsaved changes. Until an answer arrives, it stays what it was. */
export function useTypedPage({ id, form, change, shape }: Options) {
  const client = useQueryClient();
  const values = useSyncExternalStore(form.subscribe, form.values);
  const [typed] = useDebouncedValue(values, TYPING_MS);
  const saved = form.saved();
  const { data, error } = useQuery({
    // The values objects identify what is typed: they keep their identity until something changes.
    queryKey: createQueryKey('preview', id, change, getIdentityNumber(typed), getIdentityNumber(saved), shape),
    queryFn: async ({ signal }): Promise<Page> => {
      const query = { richtext: shape?.richtext, ...(shape?.expand.length && { expand: shape.expand.join(',') }) };
      const body = toPageBody(typed, saved);
      return (await ask('POST /api/admin/pages/{id}/preview', { path: { id }, query, body, change, signal })).data;
    },
    enabled: shape !== undefined,
    placeholderData: (before) => before,
    gcTime: 0,
  });
  return { page: data, error, refresh: () => client.invalidateQueries({ queryKey: createQueryKey('preview', id) }) };
}

const numbers = new WeakMap<object, number>();
let last = 0;

/** A number that identifies a values object. */
function getIdentityNumber(values: object): number {
  const known = numbers.get(values) ?? ++last;
  numbers.set(values, known);
  return known;
}
