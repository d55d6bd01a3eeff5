import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Time } from '../../../ui/parts/Time.tsx';
import { valueLabel } from '../../../ui/screens/history/changes.ts';
import { useKnown } from '../../../ui/screens/history/useKnown.ts';
import type { Look } from '../../../ui/wire/interface.ts';

/** The most values that are named. */
const MOST_NAMED = 4;

/** What others have changed since somebody last looked, in a sentence or two. */
export function SinceWords({ since }: { readonly since: NonNullable<Look['since']> }) {
  const { t, i18n } = useTranslation();
  const known = useKnown();
  const { at, people, live, edited } = since;
  const list = new Intl.ListFormat(i18n.language);
  const names = people.map(({ name }) => name ?? t('watchlist.somebody'));
  const who = names.length === 0 ? t('watchlist.somebody') : list.format(names);
  const edits = edited.reduce((sum, { values }) => sum + (values?.length ?? 1), 0);
  const blocks = live?.changed.filter((name) => name.startsWith('regions/')).length ?? 0;
  const labels = live?.changed
    .filter((name) => !name.startsWith('regions/'))
    .slice(0, MOST_NAMED)
    .map((name) => valueLabel(name, known));
  const what = [...(labels ?? []), ...(blocks > 0 ? [t('watchlist.blocks', { count: blocks })] : [])];
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('watchlist.since')} <Time value={at} />
      </Text>
      {live && (
        <Text size="sm" dir="auto">
          {t('watchlist.didLive', { people: who, what: list.format(what) })}
        </Text>
      )}
      {edits > 0 && (
        <Text size="sm" dir="auto">
          {t('watchlist.didEdit', { people: who, count: edits })}
        </Text>
      )}
    </>
  );
}
