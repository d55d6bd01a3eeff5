import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { BlockIcon } from '../blocks/BlockIcon.tsx';
import classes from '../shell/Navigation.module.css';
import { framesQuery } from './queries.ts';

/** The lines of extensions' screens in the navigation. */
export function ScreenLines({ onGo }: { readonly onGo?: (() => void) | undefined }) {
  const { t } = useTranslation('frames');
  const { data } = useQuery(framesQuery);
  return (
    <div className={classes.group}>
      <div className={classes.label}>{t('title')}</div>
      {data?.screens.map(({ extension, path, title, icon }) => (
        <Link
          key={`${extension}/${path}`}
          to="/x/$extension/$path"
          params={{ extension, path }}
          className={classes.line}
          onClick={onGo}
        >
          <BlockIcon icon={icon} />
          <span dir="auto">{title}</span>
        </Link>
      ))}
    </div>
  );
}
