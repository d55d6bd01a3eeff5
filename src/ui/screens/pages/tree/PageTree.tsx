import { ActionIcon, Button, Skeleton, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronRight, IconFile, IconFolder } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusInstead } from '../../../parts/dialog/focusInstead.ts';
import { StatusBadge } from '../../../parts/record/StatusBadge.tsx';
import { ProblemNotice } from '../../../parts/screen/ProblemNotice.tsx';
import { ask } from '../../../wire/ask.ts';
import { createQueryKey } from '../../../wire/keys.ts';
import type { Data } from '../../../wire/sendRequest.ts';
import classes from './PageTree.module.css';

type TreeBranch = Data<'GET /api/admin/page-tree'>[number];

/** The branches directly below an address. */
const branchQuery = (locale: string | undefined, under: string) =>
  queryOptions({
    queryKey: createQueryKey('page', 'tree', locale, under),
    queryFn: async ({ signal }) => (await ask('GET /api/admin/page-tree', { query: { locale, under }, signal })).data,
  });

interface PageTreeProps {
  readonly locale: string | undefined;
}

/** The pages as a tree of their addresses. Branches are loaded when they are opened. */
export function PageTree({ locale }: PageTreeProps) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('pages.tree')} className={classes.tree}>
      <Branches locale={locale} under="" depth={0} />
    </nav>
  );
}

/** Branches shown at a time: the browser needs seconds to draw ten thousand. */
const PORTION = 200;

interface BranchesProps extends PageTreeProps {
  readonly under: string;
  readonly depth: number;
}

function Branches({ locale, under, depth }: BranchesProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(branchQuery(locale, under));
  const [shown, setShown] = useState(PORTION);
  const list = useRef<HTMLUListElement>(null);
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height="2.5rem" animate={false} />;
  if (data.length === 0)
    return (
      <Text size="sm" c="dimmed" py="md">
        {t('pages.emptyTitle')}
      </Text>
    );
  const showMore = (): void => {
    setShown(shown + PORTION);
    focusInstead(() => list.current?.children[shown]?.querySelector<HTMLElement>('a, button'));
  };
  return (
    <>
      <ul className={classes.branches} ref={list}>
        {data.slice(0, shown).map((branch) => (
          <BranchLine key={branch.segment} branch={branch} locale={locale} depth={depth} />
        ))}
      </ul>
      {data.length > shown && (
        <Button size="compact-sm" variant="subtle" my="xs" ms={`${depth * 1.5}rem`} onClick={showMore}>
          {t('pages.moreBranches', { amount: Math.min(PORTION, data.length - shown), total: data.length })}
        </Button>
      )}
    </>
  );
}

interface BranchLineProps extends PageTreeProps {
  readonly branch: TreeBranch;
  readonly depth: number;
}

function BranchLine({ branch: { segment, path, count, page }, locale, depth }: BranchLineProps) {
  const { t } = useTranslation();
  const [isOpen, { toggle }] = useDisclosure(false);
  const name = page?.title ?? segment;
  const IconOf = page ? IconFile : IconFolder;
  return (
    <li>
      <div className={classes.line} style={{ paddingInlineStart: `${depth * 1.5}rem` }}>
        {count > 0 ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-expanded={isOpen}
            aria-label={t(isOpen ? 'pages.closeBranch' : 'pages.openBranch', { name })}
            onClick={toggle}
          >
            <IconChevronRight size={16} className={classes.arrow} />
          </ActionIcon>
        ) : (
          <span className={classes.gap} />
        )}
        <IconOf size={17} stroke={1.6} className={classes.icon} aria-hidden />
        {page ? (
          <Link to="/pages/$id" params={{ id: String(page.id) }} className={classes.title} dir="auto">
            {page.title}
          </Link>
        ) : (
          <button type="button" className={classes.title} onClick={toggle} tabIndex={-1}>
            {segment}
          </button>
        )}
        <span className={classes.slug} dir="ltr">
          /{path}
        </span>
        {count > 0 && <span className={classes.count}>{t('pages.count', { count })}</span>}
        {page && <StatusBadge page={page} />}
      </div>
      {isOpen && <Branches locale={locale} under={path} depth={depth + 1} />}
    </li>
  );
}
