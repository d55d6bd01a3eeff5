import { Drawer, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../../../ui/parts/dialog/useFocusBack.ts';
import { absoluteTime } from '../../../ui/parts/relativeTime.ts';
import { ProblemNotice } from '../../../ui/parts/screen/ProblemNotice.tsx';
import { PlainFrame } from '../../../ui/screens/page/preview/PlainFrame.tsx';
import classes from './Calendar.module.css';
import { dayPageQuery } from './dayQueries.ts';

interface DayPageProps {
  readonly id: number;
  /** ISO 8601. */
  readonly at: string;
  onClose(): void;
}

/** A page as visitors will read it at a time, plainly. */
export function DayPage({ id, at, onClose }: DayPageProps) {
  const { t, i18n } = useTranslation();
  const { data: page, error, refetch } = useQuery(dayPageQuery(id, at));
  useFocusBack();
  const time = absoluteTime(at, i18n.language);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="48rem"
      title={<span dir="auto">{page?.title ?? t('calendar.dayTitle')}</span>}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ body: classes.pageBody, content: classes.pageContent }}
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t('calendar.dayPage', { time })}
      </Text>
      {error ? (
        <ProblemNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <PlainFrame page={page} focus={undefined} style={FRAME} onClicked={doNothing} />
      )}
    </Drawer>
  );
}

const FRAME = { inlineSize: '100%', blockSize: '100%', flex: 1 };
const doNothing = (): void => undefined;
