import { ActionIcon, Button, Card, Checkbox, Group, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { HomePanel } from '../../feature.ts';
import { notifyError } from '../../parts/dialog/notify.tsx';
import { ask } from '../../wire/ask.ts';
import classes from './HomeScreen.module.css';
import { type Arrangement, arrangementQuery, HOME_VIEW, NOT_ARRANGED, writeArrangement } from './queries.ts';

interface ArrangeProps {
  /** In their present order. */
  readonly panels: readonly HomePanel[];
  readonly arrangement: Arrangement;
  onDone(): void;
}

/** Says which panels the home screen shows, and in which order. It is kept for the user, in every browser. */
export function Arrange({ panels, arrangement, onDone }: ArrangeProps) {
  const { t } = useTranslation();
  const arrange = useArrangementSaving();
  const list = useRef<HTMLUListElement>(null);
  const moved = useRef<string>(undefined);
  // A row that moves loses the focus; at the end of its way there is only the other button.
  useLayoutEffect(() => {
    const row = list.current?.querySelector(`[data-panel="${moved.current}"]`);
    const buttons = [...(row?.querySelectorAll('button') ?? [])].filter(({ disabled }) => !disabled);
    if (row && !row.contains(document.activeElement)) buttons[0]?.focus();
  });
  const { hidden } = arrangement;
  const named = panels.flatMap(({ name, title, at }) =>
    title === undefined ? [] : [{ name, title, isAside: at === 'site' }],
  );
  const columns = [named.filter(({ isAside }) => !isAside), named.filter(({ isAside }) => isAside)];
  const names = panels.map(({ name }) => name);

  function setShown(name: string, isShown: boolean): void {
    arrange({ order: names, hidden: isShown ? hidden.filter((one) => one !== name) : [...hidden, name] });
  }
  function swapPanels(name: string, other: string): void {
    moved.current = name;
    const order = names.map((one) => (one === name ? other : one === other ? name : one));
    arrange({ order, hidden });
  }
  return (
    <Card withBorder padding="md" mb="lg" component="section" aria-label={t('desk.arrange')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('desk.about')}
      </Text>
      <ul ref={list} className={classes.arranged}>
        {columns.flatMap((column) =>
          column.map(({ name, title }, index) => (
            <li key={name} data-panel={name} className={classes.panel}>
              <Checkbox
                label={t(title)}
                checked={!hidden.includes(name)}
                onChange={({ currentTarget }) => setShown(name, currentTarget.checked)}
              />
              <Group gap={4} wrap="nowrap">
                {([-1, 1] as const).map((step) => {
                  const other = column[index + step]?.name;
                  const Arrow = step < 0 ? IconArrowUp : IconArrowDown;
                  return (
                    <ActionIcon
                      key={step}
                      variant="default"
                      aria-label={t(step < 0 ? 'desk.up' : 'desk.down', { name: t(title) })}
                      disabled={other === undefined}
                      onClick={() => other !== undefined && swapPanels(name, other)}
                    >
                      <Arrow size={16} />
                    </ActionIcon>
                  );
                })}
              </Group>
            </li>
          )),
        )}
      </ul>
      <Group mt="md" gap="sm">
        <Button onClick={onDone}>{t('desk.done')}</Button>
        <Button variant="default" onClick={() => arrange(NOT_ARRANGED)}>
          {t('desk.asAtFirst')}
        </Button>
      </Group>
    </Card>
  );
}

/** Shows an arrangement at once, and keeps it; one after the other. */
function useArrangementSaving(): (next: Pick<Arrangement, 'order' | 'hidden'>) => void {
  const client = useQueryClient();
  const { queryKey } = arrangementQuery;
  const { mutate } = useMutation({
    scope: { id: 'home' },
    async mutationFn(query: string) {
      const id = client.getQueryData(queryKey)?.id;
      if (id) await ask('PUT /api/admin/views/{id}', { path: { id }, body: { query } });
      else {
        const { data } = await ask('POST /api/admin/views', { body: { ...HOME_VIEW, query } });
        client.setQueryData(queryKey, (known) => known && { ...known, id: data.id });
      }
    },
    onError(error) {
      notifyError(error);
      void client.invalidateQueries({ queryKey });
    },
  });
  return ({ order, hidden }) => {
    const id = client.getQueryData(queryKey)?.id ?? null;
    client.setQueryData(queryKey, { id, order, hidden });
    mutate(writeArrangement({ order, hidden }));
  };
}
