import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Portrait } from '../../parts/row/Portrait.tsx';
import { Time } from '../../parts/Time.tsx';
import type { AdminContentType, RevisionItem } from '../../wire/interface.ts';
import { blockTypesQuery } from '../../wire/queries.ts';
import classes from './VersionList.module.css';
import { versionNote, versionWords } from './versionWords.ts';

interface VersionListProps {
  readonly pageId: string;
  readonly type: AdminContentType | undefined;
  /** All that are loaded. */
  readonly versions: readonly RevisionItem[];
  readonly shown: readonly RevisionItem[];
  /** The commit of the version that is shown. */
  readonly chosen: string | undefined;
  /** Whether a version is opened in place of the list: then one can go back. */
  readonly isAlone: boolean;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  onMore(): void;
}

/** The versions, newest first, each with a link to what it changed. */
export function VersionList({ pageId, type, versions, shown, chosen, isAlone, ...props }: VersionListProps) {
  const { t, i18n } = useTranslation();
  const { data: blockTypes = [] } = useQuery(blockTypesQuery);
  const known = { t, type, blockTypes, versions, language: i18n.language };
  const { hasMore, isLoading, onMore } = props;
  return (
    <nav aria-label={t('history.versions')}>
      <ol className={classes.list}>
        {shown.map((version) => (
          <li key={version.id}>
            <Link
              to="/pages/$id/history"
              params={{ id: pageId }}
              search={(search) => ({ ...search, version: version.id, with: undefined })}
              replace={!isAlone}
              className={classes.version}
              aria-current={version.id === chosen ? 'true' : undefined}
            >
              <span className={classes.head}>
                <Text span size="sm" fw={550} dir="auto">
                  {versionWords(version, known)}
                </Text>
                {version.id === versions[0]?.id && (
                  <Text span size="xs" c="dimmed">
                    {t('history.newest')}
                  </Text>
                )}
              </span>
              <span className={classes.who}>
                <Portrait actor={version.actor} name={version.createdBy.name} />
                <Text span size="sm" c="dimmed" dir="auto">
                  <Time value={version.createdAt} /> · {version.createdBy.name}
                </Text>
              </span>
              {version.approvedBy && (
                <Text span size="sm" c="dimmed" dir="auto">
                  {t('history.approvedBy', { names: version.approvedBy.join(', ') })}
                </Text>
              )}
              <Note text={versionNote(version)} />
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

function Note({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <Text span size="sm" dir="auto" lineClamp={3} className={classes.note}>
      {text}
    </Text>
  );
}
