import { Popover, Text, UnstyledButton } from '@mantine/core';
import { IconHistory, IconStar, IconStarFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { OpenPageProps } from '../../../ui/feature.ts';
import type { Look } from '../../../ui/wire/interface.ts';
import { SinceWords } from './SinceWords.tsx';
import { useLook } from './useLook.ts';
import classes from './Watch.module.css';

/** Above an open page: watches it or stops to, and tells what others have changed since one last looked. */
export function PageWatch({ id }: OpenPageProps) {
  const { t } = useTranslation();
  const { look, watch, isPending } = useLook({ record: { kind: 'page', id } });
  if (!look) return null;
  const { isWatched, since } = look;
  return (
    <>
      <UnstyledButton
        className={classes.opener}
        aria-pressed={isWatched}
        aria-label={t('watchlist.watch')}
        title={isWatched ? t('watchlist.stop') : t('watchlist.watchHelp')}
        disabled={isPending}
        onClick={() => watch(!isWatched)}
      >
        {isWatched ? <IconStarFilled size={16} aria-hidden /> : <IconStar size={16} aria-hidden />}
      </UnstyledButton>
      {since && <PageSince id={id} since={since} />}
    </>
  );
}

function PageSince({ id, since }: { readonly id: number; readonly since: NonNullable<Look['since']> }) {
  const { t } = useTranslation();
  const { live } = since;
  return (
    <Popover position="bottom-start" width={320} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.opener} data-news aria-label={t('watchlist.sinceShort')}>
          <IconHistory size={16} aria-hidden /> <span className={classes.wide}>{t('watchlist.sinceShort')}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('watchlist.sinceShort')}>
        <SinceWords since={since} />
        {live && (
          <Text size="sm" mt="xs">
            <Link to="/pages/$id/history" params={{ id: String(id) }} search={{ version: live.to, with: live.from }}>
              {t('watchlist.compare')}
            </Link>
          </Text>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
