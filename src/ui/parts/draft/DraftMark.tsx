import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DraftFacts } from '../../wire/interface.ts';
import { Time } from '../Time.tsx';

/** Says whose draft waits beside what visitors read, since when, and whether it goes live by itself. */
export function DraftMark({ draft: { author, updatedAt, scheduledAt } }: { readonly draft: DraftFacts }) {
  const { t } = useTranslation();
  return (
    <Text span size="sm" c="dimmed" dir="auto" style={{ whiteSpace: 'nowrap' }}>
      {'· '}
      <Text span inherit hiddenFrom="sm">
        {t('draft.name')}
      </Text>
      <Text span inherit visibleFrom="sm">
        {scheduledAt === null ? (
          <>
            {author === null ? t('draft.name') : t('draft.by', { author })}
            {updatedAt && (
              <>
                , <Time value={updatedAt} />
              </>
            )}
          </>
        ) : (
          <>
            {t('draft.goesLive')} <Time value={scheduledAt} />
          </>
        )}
      </Text>
    </Text>
  );
}
