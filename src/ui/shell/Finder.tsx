import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask } from '../wire/ask.ts';
import { createQueryKey } from '../wire/keys.ts';
import classes from './Finder.module.css';
import { foundGroups, recentGroup, useKnownGroups } from './findings.ts';

const [store, finder] = createSpotlight();

const LIST = 'findings';
const TYPING_MS = 120;
const SHOWN = 6;
/** The shortest query that the server accepts. */
const FEWEST = 2;

const searchQuery = (q: string) =>
  queryOptions({
    queryKey: createQueryKey('search', q),
    enabled: q.length >= FEWEST,
    queryFn: async ({ signal }) => ({
      q,
      data: (await ask('GET /api/admin/search', { query: { q, limit: SHOWN }, signal })).data,
    }),
  });

const recentQuery = queryOptions({
  queryKey: createQueryKey('dashboard'),
  queryFn: async ({ signal }) => (await ask('GET /api/admin/dashboard', { signal })).data.recentPages,
});

interface FinderProps {
  /** It opens whenever this grows. */
  readonly asked: number;
}

/** One search field for everything: pages, media, blocks, menus, terms, screens, settings and actions. */
export function Finder({ asked }: FinderProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  // Spotlight returns the focus on closing only if it was opened while mounted.
  useEffect(() => {
    if (asked > 0) finder.open();
  }, [asked]);
  const [query, setQuery] = useState('');
  const [wanted] = useDebouncedValue(query.trim(), TYPING_MS);
  const isSearch = wanted.length >= FEWEST;
  const { data: latest } = useQuery({ ...searchQuery(wanted), placeholderData: keepPreviousData });
  // What was found for fewer letters stays until there is more; what was found for others would be chosen by mistake.
  const found = latest && query.trim().startsWith(latest.q) ? latest.data : undefined;
  const { data: recent } = useQuery({ ...recentQuery, enabled: !isSearch });
  const known = useKnownGroups(query);
  const groups = [...(isSearch ? foundGroups(t, found) : recentGroup(t, recent, query)), ...known];
  const shown = groups.filter(({ findings }) => findings.length > 0);
  const first = shown[0]?.findings[0]?.key;
  // Enter chooses the first result, even if it arrived after the last keystroke.
  useEffect(() => {
    const list = document.getElementById(LIST);
    if (query === '' || first === undefined || list?.querySelector('[data-selected]')) return;
    list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
    store.updateState((state) => ({ ...state, selected: 0 }));
  }, [query, first]);
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      centered={false}
      yOffset="12dvh"
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      maxHeight="min(28rem, 70dvh)"
      attributes={{ content: { 'aria-label': t('find.open') } }}
    >
      <Spotlight.Search
        placeholder={t('find.placeholder')}
        aria-label={t('find.open')}
        leftSection={<IconSearch size={19} stroke={1.6} />}
      />
      <Spotlight.ActionsList id={LIST} className={classes.list}>
        {shown.map(({ label, findings }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {findings.map(({ key, icon: IconOf, words, detail, to, run }) => (
              <Spotlight.Action
                key={key}
                label={words}
                description={detail}
                leftSection={<IconOf size={19} stroke={1.6} aria-hidden />}
                classNames={{ actionLabel: classes.words, actionDescription: classes.words, actionBody: classes.body }}
                onClick={() => (to ? void navigate(to) : run?.())}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {shown.length === 0 && <Spotlight.Empty>{t('find.none')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
