import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { FormDocument } from '../../../form/document.ts';
import { ask } from '../../../wire/ask.ts';
import type { Page } from '../../../wire/interface.ts';
import { keyOf } from '../../../wire/keys.ts';
import { toBody } from '../form/pageValues.ts';

/** How a page is to be shown. */
export interface PageShape {
  readonly expand: readonly string[];
  readonly richtext: 'json' | 'html' | 'markdown';
}

/** While somebody types, this long after a key. */
const TYPING_MS = 250;

interface Options {
  readonly id: number;
  readonly form: FormDocument;
  /** Undefined until that is known. */
  readonly shape: PageShape | undefined;
}

/** The page with what is being typed, as everybody will see it; what was shown before until there is news. */
export function useTypedPage({ id, form, shape }: Options) {
  const client = useQueryClient();
  const values = useSyncExternalStore(form.subscribe, form.values);
  const [typed] = useDebouncedValue(values, TYPING_MS);
  const saved = form.saved();
  const { data, error } = useQuery({
    // What is typed is told apart by the values themselves: they stay what they are until they change.
    queryKey: keyOf('preview', id, numberOf(typed), numberOf(saved), shape),
    queryFn: async ({ signal }): Promise<Page> => {
      const query = { richtext: shape?.richtext, ...(shape?.expand.length && { expand: shape.expand.join(',') }) };
      const body = toBody(typed, saved);
      return (await ask('POST /api/admin/pages/{id}/preview', { path: { id }, query, body, signal })).data;
    },
    enabled: shape !== undefined,
    placeholderData: (before) => before,
    gcTime: 0,
  });
  return { page: data, error, refresh: () => client.invalidateQueries({ queryKey: keyOf('preview', id) }) };
}

const numbers = new WeakMap<object, number>();
let last = 0;

/** A number of its own for every version of the values. */
function numberOf(values: object): number {
  const known = numbers.get(values) ?? ++last;
  numbers.set(values, known);
  return known;
}
