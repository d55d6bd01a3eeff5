import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '../PanelFrames.module.css';
import type { FrameFailure } from './connectFrame.ts';

interface FailedFrameProps {
  readonly title: string;
  readonly failure: FrameFailure;
  onRetry(): void;
}

/** Says why a frame is not there, and offers to load it again. */
export function FailedFrame({ title, failure, onRetry }: FailedFrameProps) {
  const { t } = useTranslation('frames');
  return (
    <div className={classes.failed} role="status">
      <Text size="sm">{t(failure, { title })}</Text>
      <Button size="compact-sm" variant="default" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  );
}
