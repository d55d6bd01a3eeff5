import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Time } from '../../../parts/Time.tsx';
import type { DraftFacts } from '../../../wire/interface.ts';

/** Says whose draft waits beside what visitors read, since when, and whether it goes live by itself. */
export function DraftMark({ draft: { author, updatedAt, scheduledAt } }: { readonly draft: DraftFacts }) {
  const { t } = useTranslation();
  return (
    <Text span size="sm" c="dimmed" dir="auto" style={{ whiteSpace: 'nowrap' }}>
      {'· '}
      <Text span inherit hiddenFrom="sm">
        {t('page.draft')}
      </Text>
      <Text span inherit visibleFrom="sm">
        {scheduledAt === null ? (
          <>
            {author === null ? t('page.draft') : t('page.draftBy', { author })}
            {updatedAt && (
              <>
                , <Time value={updatedAt} />
              </>
            )}
          </>
        ) : (
          <>
            {t('page.draftScheduled')} <Time value={scheduledAt} />
          </>
        )}
      </Text>
    </Text>
  );
}
