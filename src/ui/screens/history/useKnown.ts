import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { blockTypesQuery, contentTypesQuery } from '../../wire/queries.ts';
import type { LabelSources } from './changes.ts';

/**
 * What the labels of a change's values, or of its clashes, are taken from. Neither names the type of a page: a field of
 * that name in any type will do.
 */
export function useKnown(): LabelSources {
  const { t } = useTranslation();
  const { data: blockTypes = [] } = useQuery(blockTypesQuery);
  const { data: types = [] } = useQuery(contentTypesQuery);
  return { t, type: { fields: types.flatMap(({ fields }) => fields) }, blockTypes };
}
