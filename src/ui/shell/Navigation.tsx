import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { mayAct } from '../session/session.ts';
import { contentTypesQuery } from '../wire/queries.ts';
import classes from './Navigation.module.css';
import { NAVIGATION, type Place } from './navigation.ts';

interface NavigationProps {
  readonly onGo?: () => void;
}

/** The navigation, with the lines that the user's role may see. */
export function Navigation({ onGo }: NavigationProps) {
  const { t } = useTranslation();
  const { caller } = useRouteContext({ from: '/shell' });
  const nav = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path marks another line as current
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [path]);
  return (
    <nav ref={nav} className={classes.nav} aria-label={t('shell.navigation')}>
      {NAVIGATION.map(({ label, places }, index) => (
        <div key={label ?? index} className={classes.group}>
          {label && <div className={classes.label}>{t(label)}</div>}
          {places
            .filter(({ role = 'viewer' }) => mayAct(caller.role, role))
            .map((place) => (
              <PlaceLine key={place.to} place={place} onGo={onGo} />
            ))}
        </div>
      ))}
    </nav>
  );
}

interface PlaceLineProps extends NavigationProps {
  readonly place: Place;
}

function PlaceLine({ place: { to, label, icon: IconOf, hasTypes }, onGo }: PlaceLineProps) {
  const { t } = useTranslation();
  return (
    <>
      <Link
        to={to}
        className={classes.line}
        onClick={onGo}
        activeOptions={{ exact: to === '/', includeSearch: false }}
        data-has-types={hasTypes || undefined}
      >
        <IconOf size={19} stroke={1.6} aria-hidden />
        {t(label)}
      </Link>
      {hasTypes && <TypeLines onGo={onGo} />}
    </>
  );
}

function TypeLines({ onGo }: NavigationProps) {
  const { data = [] } = useQuery(contentTypesQuery);
  return data.map(({ slug, name }) => (
    <Link
      key={slug}
      to="/pages"
      search={{ type: slug }}
      className={classes.type}
      onClick={onGo}
      activeOptions={{ exact: false, includeSearch: true }}
      dir="auto"
    >
      {name}
    </Link>
  ));
}
