import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { changeNamesQuery } from '../screens/changes/queries.ts';
import { useChooseChange, useChosenChange } from '../wire/useChosenChange.ts';

const LIVE = '';

/** Chooses what this window reads and writes: what is live, or a change. */
export function ChangeSelect() {
  const { t } = useTranslation();
  const chosen = useChosenChange();
  const choose = useChooseChange();
  const { data } = useQuery(changeNamesQuery);
  const changes = data?.data ?? [];
  const hasMore = (data?.meta.total ?? 0) > changes.length;
  const isListed = changes.some(({ name }) => name === chosen?.name);
  return (
    <section aria-label={t('changes.chooser')}>
      <Select
        size="xs"
        label={t('changes.chooser')}
        allowDeselect={false}
        description={hasMore && <Link to="/changes">{t('changes.all', { count: data?.meta.total })}</Link>}
        value={chosen?.name ?? LIVE}
        onChange={(name) => void choose(changes.find((change) => change.name === name))}
        data={[
          { value: LIVE, label: t('changes.whatIsLive') },
          ...(chosen && !isListed ? [{ value: chosen.name, label: chosen.title }] : []),
          ...changes.map(({ name, title }) => ({ value: name, label: title })),
        ]}
      />
    </section>
  );
}
