import { ActionIcon, Menu as Actions, Button, Tabs, Text } from '@mantine/core';
import { IconDots, IconMenu2, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { askText } from '../../parts/dialog/askText.tsx';
import { confirm } from '../../parts/dialog/confirm.tsx';
import { notifyError, notifySuccess } from '../../parts/dialog/notify.tsx';
import { LiveAtOnce } from '../../parts/record/LiveAtOnce.tsx';
import { OpenRecord } from '../../parts/record/OpenRecord.tsx';
import { tellSaved, undoOf } from '../../parts/record/undoOf.ts';
import { EmptyState } from '../../parts/screen/EmptyState.tsx';
import { PageHead } from '../../parts/screen/PageHead.tsx';
import { ProblemNotice } from '../../parts/screen/ProblemNotice.tsx';
import { findNode, toOrder } from '../../parts/tree/moves.ts';
import { Tree } from '../../parts/tree/Tree.tsx';
import { useArranging } from '../../parts/tree/useArranging.ts';
import { useMayChange } from '../../session/useMay.ts';
import { ask } from '../../wire/ask.ts';
import type { AdminMenu, AdminMenuItem, AdminMenuListItem } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { MenuItemDrawer } from './MenuItemDrawer.tsx';
import classes from './MenusScreen.module.css';
import { menuQuery, menusQuery } from './queries.ts';

const route = getRouteApi('/shell/menus');

/** The menus of the site, each a tree of links. */
export function MenusScreen() {
  const { t } = useTranslation();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayEdit = useMayChange('menu');
  const client = useQueryClient();
  const { data: menus } = useSuspenseQuery(menusQuery);
  const shown = menus.find(({ id }) => id === search.menu) ?? menus[0];
  const show = (menu: number | undefined): void => void navigate({ search: { menu }, replace: true });
  const add = (): void =>
    askText({
      title: t('menus.new'),
      label: t('common.name'),
      action: t('common.create'),
      async onDone(name) {
        const { data, commit } = await ask('POST /api/admin/menus', { body: { name } });
        await client.invalidateQueries({ queryKey: createQueryKey('menu') });
        show(data.id);
        tellSaved({ commit }, client);
      },
    });
  const newMenu = mayEdit && (
    <Button variant={shown ? 'default' : 'filled'} leftSection={<IconPlus size={17} />} onClick={add}>
      {t('menus.new')}
    </Button>
  );
  if (!shown)
    return (
      <div>
        <PageHead title={t('menus.title')} />
        <EmptyState icon={IconMenu2} title={t('menus.emptyTitle')} text={t('menus.empty')}>
          {newMenu}
        </EmptyState>
      </div>
    );
  return (
    <div>
      <PageHead title={t('menus.title')}>
        {newMenu}
        {mayEdit && (
          <Button
            leftSection={<IconPlus size={17} />}
            onClick={() => void navigate({ search: { menu: shown.id, open: 'new' } })}
          >
            {t('menus.newItem')}
          </Button>
        )}
      </PageHead>
      <Tabs value={String(shown.id)} onChange={(id) => show(Number(id))} keepMounted={false}>
        <Tabs.List mb="md" aria-label={t('menus.title')}>
          {menus.map(({ id, name }) => (
            <Tabs.Tab key={id} value={String(id)}>
              <span dir="auto">{name}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={String(shown.id)}>
          <OneMenu key={shown.id} id={shown.id} onGone={() => show(undefined)} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

interface OneMenuProps {
  readonly id: number;
  onGone(): void;
}

function OneMenu({ id, onGone }: OneMenuProps) {
  const { t } = useTranslation();
  const { open } = route.useSearch();
  const navigate = route.useNavigate();
  const mayEdit = useMayChange('menu');
  const { data: menu, error, refetch } = useQuery(menuQuery(id));
  const arrange = useArrange(id);
  if (!menu) return error && <ProblemNotice error={error} onRetry={() => void refetch()} />;
  const close = (): void => void navigate({ search: { menu: id }, replace: true });
  return (
    <>
      <div className={classes.head}>
        <Text size="sm" c="dimmed">
          {t('menus.slug')} <code>{menu.slug}</code>
        </Text>
        {mayEdit && <MenuActions menu={menu} onGone={onGone} />}
      </div>
      {mayEdit && (
        <div className={classes.live}>
          <LiveAtOnce kind="menu" />
        </div>
      )}
      {menu.items.length === 0 ? (
        <EmptyState icon={IconMenu2} title={t('menus.noItemsTitle')} text={t('menus.noItems')} />
      ) : (
        <Tree
          label={menu.name}
          nodes={menu.items}
          nameOf={({ title }) => title}
          show={(one) => <ItemLine item={one} menu={id} />}
          actions={(one) => (
            <Actions.Item
              leftSection={<IconPencil size={16} />}
              onClick={() => void navigate({ search: { menu: id, open: one.id } })}
            >
              {t('common.edit')}
            </Actions.Item>
          )}
          onMove={mayEdit ? (items) => arrange.mutate(items) : undefined}
        />
      )}
      <OpenRecord open={open} record={typeof open === 'number' ? findNode(menu.items, open) : undefined}>
        {(item) => <MenuItemDrawer menu={menu} item={item} onClose={close} />}
      </OpenRecord>
    </>
  );
}

interface ItemLineProps {
  readonly item: AdminMenuItem;
  readonly menu: number;
}

function ItemLine({ item, menu }: ItemLineProps) {
  const { t } = useTranslation();
  const target = item.pageSlug === null ? item.url : `/${item.pageSlug}`;
  return (
    <div className={classes.item}>
      <Link to="/menus" search={{ menu, open: item.id }} className={classes.title} dir="auto">
        {item.title}
      </Link>
      <span className={classes.target} dir="ltr">
        {target ?? t('menus.noTarget')}
      </span>
    </div>
  );
}

interface MenuActionsProps {
  readonly menu: AdminMenu;
  onGone(): void;
}

function MenuActions({ menu, onGone }: MenuActionsProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const path = { id: menu.id };
  const refresh = () => client.invalidateQueries({ queryKey: createQueryKey('menu') });
  const rename = (): void =>
    askText({
      title: t('menus.rename'),
      label: t('common.name'),
      value: menu.name,
      action: t('common.save'),
      async onDone(name) {
        const answer = await ask('PUT /api/admin/menus/{id}', { path, body: { name } });
        await refresh();
        tellSaved(answer, client);
      },
    });
  async function remove(): Promise<void> {
    const question = { title: t('menus.deleteTitle', { name: menu.name }), text: t('menus.deleteText') };
    if (!(await confirm({ ...question, action: t('common.delete'), isDangerous: true }))) return;
    try {
      const answer = await ask('DELETE /api/admin/menus/{id}', { path });
      client.setQueryData(menusQuery.queryKey, (all: readonly AdminMenuListItem[] = []) =>
        all.filter(({ id }) => id !== menu.id),
      );
      onGone();
      notifySuccess(t('menus.deleted'), undoOf(answer, client));
      await refresh();
    } catch (error) {
      notifyError(error);
    }
  }
  return (
    <Actions>
      <Actions.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('menus.actions', { name: menu.name })}>
          <IconDots size={17} />
        </ActionIcon>
      </Actions.Target>
      <Actions.Dropdown>
        <Actions.Item leftSection={<IconPencil size={16} />} onClick={rename}>
          {t('menus.rename')}
        </Actions.Item>
        <Actions.Item leftSection={<IconTrash size={16} />} c="red" onClick={() => void remove()}>
          {t('menus.delete')}
        </Actions.Item>
      </Actions.Dropdown>
    </Actions>
  );
}

/** Rearranges the items of a menu. */
const useArrange = (id: number) =>
  useArranging({
    queryKey: createQueryKey('menu', id),
    put: (menu: AdminMenu & { readonly etag: string | null }, items: readonly AdminMenuItem[]) => ({ ...menu, items }),
    send: (items, headers) =>
      ask('PUT /api/admin/menus/{id}/items-order', { path: { id }, body: { items: toOrder(items) }, headers }),
  });
