import { useMutation, useQueryClient } from '@tanstack/react-query';
import { tellProblem } from '../../parts/dialog/tell.tsx';
import { toOrder } from '../../parts/tree/moves.ts';
import { ask } from '../../wire/ask.ts';
import type { AdminTaxonomy } from '../../wire/interface.ts';
import { keyOf } from '../../wire/keys.ts';
import { taxonomyQuery } from '../../wire/queries.ts';
import type { Term } from './terms.ts';

/** Arranges the terms of a vocabulary: shown at once, taken back where the server refuses. */
export function useArrangeTerms(id: number) {
  const client = useQueryClient();
  const { queryKey } = taxonomyQuery(id);
  return useMutation({
    mutationFn: (terms: readonly Term[]) =>
      ask('PUT /api/admin/taxonomies/{id}/terms-order', { path: { id }, body: { items: toOrder(terms) } }),
    async onMutate(terms) {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (vocabulary: AdminTaxonomy | undefined) => vocabulary && { ...vocabulary, terms });
      return before;
    },
    onError(error, _terms, before) {
      client.setQueryData(queryKey, before);
      tellProblem(error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf('taxonomy') }),
  });
}
