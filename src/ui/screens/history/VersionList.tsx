import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../parts/record/StatusBadge.tsx';
import { subjectText } from '../../parts/record/subjectText.ts';
import { Time } from '../../parts/Time.tsx';
import type { RevisionItem } from '../../wire/interface.ts';
import classes from './VersionList.module.css';

interface VersionListProps {
  readonly pageId: string;
  readonly versions: readonly RevisionItem[];
  /** The commit of the version that is shown. */
  readonly chosen: string | undefined;
  readonly newest: string | undefined;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  onMore(): void;
}

/** The versions, newest first, each with a link to what it changed. */
export function VersionList({ pageId, versions, chosen, newest, hasMore, isLoading, onMore }: VersionListProps) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('history.versions')}>
      <ol className={classes.list}>
        {versions.map((version) => (
          <li key={version.id}>
            <Link
              to="/pages/$id/history"
              params={{ id: pageId }}
              search={(search) => ({ ...search, version: version.id, with: undefined })}
              replace
              className={classes.version}
              aria-current={version.id === chosen ? 'true' : undefined}
            >
              <span className={classes.head}>
                <Text span size="sm" fw={550}>
                  <Time value={version.createdAt} />
                </Text>
                {version.id === newest && (
                  <Text span size="xs" c="dimmed">
                    {t('history.newest')}
                  </Text>
                )}
                {version.status && <StatusBadge page={{ status: version.status, scheduledAt: null }} />}
              </span>
              <Text span size="sm" c="dimmed" dir="auto">
                {t('history.by', { name: version.createdBy.name })}
              </Text>
              <Text span size="sm" dir="auto" lineClamp={3}>
                {version.note ?? subjectText(version.message, t)}
              </Text>
            </Link>
          </li>
        ))}
      </ol>
      {hasMore && (
        <Button variant="default" size="xs" fullWidth mt="xs" loading={isLoading} onClick={onMore}>
          {t('history.more')}
        </Button>
      )}
    </nav>
  );
}
