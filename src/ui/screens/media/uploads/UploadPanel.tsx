import { ActionIcon, Button, Group, Paper, Progress, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../../parts/dialog/notify.tsx';
import { problemText } from '../../../parts/screen/problemText.ts';
import classes from './UploadPanel.module.css';
import { isUnderWay, type Uploads, type UploadTask } from './useUploads.ts';

interface UploadPanelProps {
  readonly uploads: Uploads;
}

/** The list of uploads: running, done and failed. */
export function UploadPanel({ uploads }: UploadPanelProps) {
  const { t } = useTranslation();
  const { all } = uploads;
  if (all.length === 0) return null;
  const underWay = all.filter(isUnderWay).length;
  const failed = all.filter(({ state }) => state === 'failed').length;
  const title =
    underWay > 0
      ? t('media.uploading', { count: underWay })
      : failed > 0
        ? t('media.failed', { count: failed })
        : t('media.uploaded', { count: all.length });
  return (
    <Paper withBorder shadow="md" component="section" aria-label={t('media.uploads')} className={classes.panel}>
      <Group justify="space-between" wrap="nowrap" className={classes.head}>
        <Text size="sm" fw={550} role="status">
          {title}
        </Text>
        {underWay === 0 && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={uploads.clear}>
            {t('common.done')}
          </Button>
        )}
      </Group>
      <ul className={classes.list}>
        {all.map((upload) => (
          <UploadLine key={upload.id} upload={upload} uploads={uploads} />
        ))}
      </ul>
    </Paper>
  );
}

interface UploadLineProps extends UploadPanelProps {
  readonly upload: UploadTask;
}

function UploadLine({ upload, uploads }: UploadLineProps) {
  const { t } = useTranslation();
  const { file, state, share, error, sent } = upload;
  return (
    <li className={classes.line}>
      <Group gap="xs" wrap="nowrap">
        <StateIcon upload={upload} />
        <Text size="sm" truncate flex={1} dir="auto">
          {file.name}
        </Text>
        <LineAction upload={upload} uploads={uploads} />
      </Group>
      {state === 'sending' && (
        <Progress value={share * 100} size="xs" mt={6} aria-label={t('media.progress', { name: file.name })} />
      )}
      {state === 'failed' && (
        <Text size="xs" className={classes.problem} role="alert">
          {problemText(error)}
        </Text>
      )}
      {sent && sent.doubles.length > 0 && <Double upload={upload} uploads={uploads} />}
    </li>
  );
}

function StateIcon({ upload: { state, sent } }: Pick<UploadLineProps, 'upload'>) {
  if (state === 'failed') return <IconAlertTriangle size={16} className={classes.problem} aria-hidden />;
  if (state !== 'done') return <span className={classes.wait} />;
  const IconOf = sent?.doubles.length ? IconCopy : IconCheck;
  return <IconOf size={16} className={classes.done} aria-hidden />;
}

function LineAction({ upload, uploads }: UploadLineProps) {
  const { t } = useTranslation();
  const { file, state } = upload;
  if (state === 'failed')
    return (
      <Group gap={4} wrap="nowrap">
        <Button size="compact-xs" variant="default" onClick={() => uploads.retry(upload)}>
          {t('common.retry')}
        </Button>
        <CloseIcon label={t('media.dismiss', { name: file.name })} onClick={() => uploads.dismiss(upload)} />
      </Group>
    );
  if (state === 'done') return null;
  return <CloseIcon label={t('media.cancel', { name: file.name })} onClick={() => uploads.cancel(upload)} />;
}

interface CloseIconProps {
  readonly label: string;
  onClick(): void;
}

const CloseIcon = ({ label, onClick }: CloseIconProps) => (
  <ActionIcon size="sm" variant="subtle" color="gray" aria-label={label} onClick={onClick}>
    <IconX size={15} />
  </ActionIcon>
);

/** Reports that the same file is in the library already, and offers to keep only that. */
function Double({ upload, uploads }: UploadLineProps) {
  const { t } = useTranslation();
  const [double] = upload.sent?.doubles ?? [];
  if (!double) return null;
  return (
    <div className={classes.double}>
      <Text size="xs" c="dimmed">
        {t('media.double')}{' '}
        <Link to="/media" search={{ item: double.id }} className={classes.link}>
          {double.title ?? double.originalName}
        </Link>
      </Text>
      <Group gap="xs" mt={4}>
        <Button size="compact-xs" variant="default" onClick={() => void uploads.undo(upload).catch(notifyError)}>
          {t('media.useFirst')}
        </Button>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => uploads.dismiss(upload)}>
          {t('media.keepBoth')}
        </Button>
      </Group>
    </div>
  );
}
