import { Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { absoluteTime } from '../../parts/relativeTime.ts';
import { ProblemNotice } from '../../parts/screen/ProblemNotice.tsx';
import type { AdminContentType, AdminPage, Revision, RevisionItem } from '../../wire/interface.ts';
import { ReadOnlyPage } from '../page/ReadOnlyPage.tsx';
import { versionQuery } from './queries.ts';
import classes from './WholeVersion.module.css';

interface WholeVersionProps {
  /** The page as it is now. */
  readonly page: AdminPage;
  readonly version: RevisionItem;
  readonly type: AdminContentType | undefined;
  readonly isNewest: boolean;
}

/** A whole page as it was in a version; where there is room, beside what it is now. */
export function WholeVersion({ page, version, type, isNewest }: WholeVersionProps) {
  const { t, i18n } = useTranslation();
  const { data: revision, error, refetch } = useQuery(versionQuery(page.id, version.id));
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!revision) return <Loader size="sm" />;
  return (
    <div className={classes.sides}>
      <section className={classes.side} aria-labelledby="page-then">
        <Text size="sm" c="dimmed" id="page-then" mb="md">
          {t('history.pageThen', { time: absoluteTime(version.createdAt, i18n.language) })}
        </Text>
        <ReadOnlyPage page={pageAt(page, revision)} type={type} />
      </section>
      {!isNewest && (
        <section className={classes.side} aria-labelledby="page-now" data-present>
          <Text size="sm" c="dimmed" id="page-now" mb="md">
            {t('history.pageNow')}
          </Text>
          <ReadOnlyPage page={page} type={type} />
        </section>
      )}
    </div>
  );
}

const pageAt = (page: AdminPage, { title, slug, type, fields, regions, terms, seo }: Revision): AdminPage => ({
  ...page,
  ...{ title: title ?? page.title, slug, type, fields, regions, terms },
  ...seo,
});
