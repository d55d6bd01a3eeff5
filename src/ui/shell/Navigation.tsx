import { UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown, IconFile, IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ContentTypeKind, kindOfType } from '../../model/page/typeKind.ts';
import { ExtensionLines } from '../frames/onDemand.ts';
import { framesQuery } from '../frames/queries.ts';
import { pluralName } from '../parts/pluralName.ts';
import type { AdminContentType } from '../wire/interface.ts';
import { contentTypesQuery } from '../wire/queries.ts';
import classes from './Navigation.module.css';
import { isPlaceShown, NAVIGATION, type NavigationGroup, type NavigationItem } from './navigation.ts';

interface NavigationProps {
  readonly onGo?: () => void;
}

/** The navigation: only what the user's role may use. Groups with a heading fold. */
export function Navigation({ onGo }: NavigationProps) {
  const { t } = useTranslation();
  const { caller } = useRouteContext({ from: '/shell' });
  const { data: frames } = useQuery(framesQuery);
  const singles = useTypes('single');
  const nav = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path marks another line as current
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [path]);
  const groups = NAVIGATION.map((group) => ({
    ...group,
    places: group.places.filter((place) => isPlaceShown(place, caller)),
  })).filter(({ places, hasSingles }) => places.length > 0 || (hasSingles && singles.length > 0));
  return (
    <nav ref={nav} className={classes.nav} aria-label={t('shell.navigation')}>
      {groups.map((group) => (
        <GroupLines key={group.label ?? ''} group={group} path={path} onGo={onGo} />
      ))}
      {frames?.screens.length ? <ExtensionLines onGo={onGo} /> : null}
    </nav>
  );
}

interface GroupLinesProps extends NavigationProps {
  readonly group: NavigationGroup;
  readonly path: string;
}

/** The headings of the groups that the user has opened or closed; the others are as they are declared. */
type FoldState = Readonly<Record<string, boolean>>;

function GroupLines({ group: { label, places, isFolded = false, hasSingles }, path, onGo }: GroupLinesProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useLocalStorage<FoldState>({ key: 'quire.navigation', defaultValue: {} });
  const holdsCurrent = places.some(({ to }) => to !== '/' && path.startsWith(String(to)));
  const isOpen = label === undefined || holdsCurrent || (open[label] ?? !isFolded);
  return (
    <div className={classes.group}>
      {label && (
        <UnstyledButton
          className={classes.label}
          aria-expanded={isOpen}
          onClick={() => setOpen({ ...open, [label]: !isOpen })}
        >
          {t(label)}
          <IconChevronDown size={14} className={classes.arrow} aria-hidden />
        </UnstyledButton>
      )}
      {isOpen && hasSingles && <RecordLines kind="single" onGo={onGo} />}
      {isOpen && places.map((place) => <NavigationLink key={place.to} place={place} onGo={onGo} />)}
    </div>
  );
}

interface NavigationLinkProps extends NavigationProps {
  readonly place: NavigationItem;
}

function NavigationLink({ place: { to, label, icon: IconOf, hasTypes }, onGo }: NavigationLinkProps) {
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
      {hasTypes && <RecordLines kind="data" onGo={onGo} />}
    </>
  );
}

/** The content types of a kind. */
function useTypes(kind: ContentTypeKind): readonly AdminContentType[] {
  const { data = NO_TYPES } = useQuery(contentTypesQuery);
  return data.filter((type) => kindOfType(type) === kind);
}

const NO_TYPES: readonly AdminContentType[] = [];

/** A line for each type whose records are opened at once: a page of which there is one, or a table. */
const RecordLines = ({ kind, onGo }: NavigationProps & { readonly kind: 'single' | 'data' }) =>
  useTypes(kind).map((type) => (
    <Link
      key={type.slug}
      {...(kind === 'data'
        ? { to: '/pages', search: { type: type.slug } }
        : { to: '/singles/$type', params: { type: type.slug } })}
      className={classes.line}
      onClick={onGo}
      dir="auto"
    >
      {kind === 'data' ? (
        <IconTable size={19} stroke={1.6} aria-hidden />
      ) : (
        <IconFile size={19} stroke={1.6} aria-hidden />
      )}
      {pluralName(type)}
    </Link>
  ));

/** How many types are shown before the others have to be asked for. */
const SHOWN_TYPES = 6;

function TypeLines({ onGo }: NavigationProps) {
  const { t } = useTranslation();
  const data = useTypes('page');
  const [showsAll, setShowsAll] = useState(false);
  const current = useRouterState({ select: ({ location }) => String((location.search as { type?: unknown }).type) });
  // One more line would take as much room as the button.
  const isLong = data.length > SHOWN_TYPES + 1;
  const shown = isLong && !showsAll ? data.filter(({ slug }, at) => at < SHOWN_TYPES || slug === current) : data;
  return (
    <>
      {shown.map((type) => (
        <Link
          key={type.slug}
          to="/pages"
          search={{ type: type.slug }}
          className={classes.type}
          onClick={onGo}
          activeOptions={{ exact: false, includeSearch: true }}
          dir="auto"
        >
          {pluralName(type)}
        </Link>
      ))}
      {isLong && (
        <UnstyledButton className={classes.type} aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t('shell.fewerTypes') : t('shell.allTypes', { count: data.length })}
        </UnstyledButton>
      )}
    </>
  );
}
