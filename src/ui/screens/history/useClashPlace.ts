import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Clash } from '../../wire/interface.ts';
import { blockTypesQuery, contentTypesQuery } from '../../wire/queries.ts';
import { groupChanges } from './changes.ts';

/** A function that says where in its record a clash is, in the labels of forms: `Block: Hero › Heading`. */
export function useClashPlace(): (clash: Clash) => string {
  const { t } = useTranslation();
  const { data: blockTypes = [] } = useQuery(blockTypesQuery);
  const { data: types = [] } = useQuery(contentTypesQuery);
  // A clash does not name the type of a page: a field of that name in any type will do.
  const type = { fields: types.flatMap(({ fields }) => fields) };
  return ({ path, base = null, ours = null }) =>
    groupChanges([{ path: path.map(String), before: base, after: ours }], { t, type, blockTypes })
      .flatMap(({ label, changes }) => [label, ...changes.map((change) => change.label)])
      .filter(Boolean)
      .join(' › ');
}
