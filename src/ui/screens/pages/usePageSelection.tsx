import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../parts/dialog/notify.tsx';
import { findIds, type PageListSearch, type PageRow } from './queries.ts';

/** The pages that are selected for bulk actions. */
export function usePageSelection(search: PageListSearch) {
  const { t } = useTranslation();
  const [ids, setIds] = useState<readonly number[]>([]);
  const toggle = (id: number): void =>
    setIds((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  async function toggleAll(): Promise<void> {
    try {
      setIds(ids.length > 0 ? [] : await findIds(search));
    } catch (error) {
      notifyError(error);
    }
  }
  const lead = (total: number) => ({
    head: (
      <Checkbox
        size="xs"
        aria-label={t('pages.selectAll')}
        checked={ids.length > 0}
        indeterminate={ids.length > 0 && ids.length < total}
        onChange={() => void toggleAll()}
      />
    ),
    isChosen: ({ id }: PageRow) => ids.includes(id),
    show: ({ id, title }: PageRow) => (
      <Checkbox
        size="xs"
        aria-label={t('pages.selectOne', { title })}
        checked={ids.includes(id)}
        onChange={() => toggle(id)}
      />
    ),
  });
  return { ids, lead, clear: () => setIds([]) };
}
