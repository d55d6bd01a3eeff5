import { Text } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../parts/record/StatusBadge.tsx';
import { ProblemNotice } from '../../../parts/screen/ProblemNotice.tsx';
import { ask } from '../../../wire/ask.ts';
import { createQueryKey } from '../../../wire/keys.ts';
import classes from './PageTree.module.css';

/** The most that the server sends at once. */
const SHOWN = 100;

const foundQuery = (locale: string | undefined, search: string) =>
  queryOptions({
    queryKey: createQueryKey('page', 'treeFound', locale, search),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      ask('GET /api/admin/pages', { query: { locale, search, sort: 'slug:asc', limit: SHOWN }, signal }),
  });

interface FoundAddressesProps {
  readonly locale: string | undefined;
  readonly text: string;
}

/** The pages of a language that contain a text, by their addresses. */
export function FoundAddresses({ locale, text }: FoundAddressesProps) {
  const { t } = useTranslation();
  const { data: found, error, refetch } = useQuery(foundQuery(locale, text));
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!found) return null;
  const { total } = found.meta;
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs" role="status">
        {total === 0 ? t('pages.noneFoundTitle') : t('pages.count', { count: total })}
      </Text>
      <nav aria-label={t('pages.tree')} className={classes.tree}>
        <ul className={classes.branches}>
          {found.data.map((page) => (
            <li key={page.id}>
              <div className={classes.line}>
                <IconFile size={17} stroke={1.6} className={classes.icon} aria-hidden />
                <Link to="/pages/$id" params={{ id: String(page.id) }} className={classes.title} dir="auto">
                  {page.title}
                </Link>
                <span className={classes.slug} dir="ltr">
                  /{page.slug}
                </span>
                <StatusBadge page={page} />
              </div>
            </li>
          ))}
        </ul>
      </nav>
      {total > found.data.length && (
        <Text size="sm" c="dimmed" my="xs">
          {t('pages.moreFound', { shown: found.data.length, total })}
        </Text>
      )}
    </>
  );
}
