import { toOrder } from '../../parts/tree/moves.ts';
import { useArranging } from '../../parts/tree/useArranging.ts';
import { ask } from '../../wire/ask.ts';
import type { AdminTaxonomy } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';
import type { TermNode } from './terms.ts';

/** Rearranges the terms of a vocabulary. */
export const useArrangeTerms = (id: number) =>
  useArranging({
    queryKey: createQueryKey('taxonomy', id),
    put: (vocabulary: AdminTaxonomy & { readonly etag: string | null }, terms: readonly TermNode[]) => ({
      ...vocabulary,
      terms,
    }),
    send: (terms, headers) =>
      ask('PUT /api/admin/taxonomies/{id}/terms-order', { path: { id }, body: { items: toOrder(terms) }, headers }),
  });
