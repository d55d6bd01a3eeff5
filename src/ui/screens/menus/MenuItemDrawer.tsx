import { SegmentedControl, Select, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PagePicker } from '../../parts/PagePicker.tsx';
import { DeleteButton } from '../../parts/record/DeleteButton.tsx';
import { RecordDrawer } from '../../parts/record/RecordDrawer.tsx';
import { readOnlyUnless } from '../../parts/record/readOnlyUnless.ts';
import { type TypedTranslations, toTypedTranslations } from '../../parts/record/typedTranslations.ts';
import { useSaving } from '../../parts/record/useSaving.ts';
import { useWords } from '../../parts/record/useWords.tsx';
import { flattenTree } from '../../parts/tree/moves.ts';
import { useMayChange } from '../../session/useMay.ts';
import { ask } from '../../wire/ask.ts';
import type { AdminMenu, AdminMenuItem } from '../../wire/interface.ts';

interface MenuItemDrawerProps {
  readonly menu: AdminMenu;
  /** Undefined for a new one. */
  readonly item: AdminMenuItem | undefined;
  onClose(): void;
}

interface MenuItemValues {
  readonly title: string;
  readonly leadsTo: 'page' | 'url' | 'nothing';
  readonly pageId: number | null;
  readonly url: string;
  readonly isNewWindow: boolean;
  readonly isExpanded: boolean;
  readonly parentId: string | null;
  readonly translations: TypedTranslations;
}

function readTargetKind({ pageId, url }: AdminMenuItem): MenuItemValues['leadsTo'] {
  if (pageId !== null) return 'page';
  return url === null ? 'nothing' : 'url';
}

const toMenuItemValues = (item: AdminMenuItem | undefined): MenuItemValues => ({
  title: item?.title ?? '',
  leadsTo: item ? readTargetKind(item) : 'page',
  pageId: item?.pageId ?? null,
  url: item?.url ?? '',
  isNewWindow: item?.target === '_blank',
  isExpanded: item?.isExpanded ?? false,
  parentId: null,
  translations: toTypedTranslations(item?.translations),
});

/** One item of a menu: its text, and where it leads. */
export function MenuItemDrawer({ menu, item: given, onClose }: MenuItemDrawerProps) {
  const { t } = useTranslation();
  const [created, setCreated] = useState<AdminMenuItem>();
  const item = given ?? created;
  const mayEdit = useMayChange('menu');
  const form = useForm<MenuItemValues>({
    initialValues: toMenuItemValues(item),
    enhanceGetInputProps: readOnlyUnless(mayEdit),
  });
  const saving = useSaving({
    form,
    kind: 'menu',
    save: (values, changed) => saveMenuItem({ menu, item }, values, changed),
    onSaved: onClose,
    onGoOn: ({ data }) => setCreated(data),
  });
  const { values } = form;
  const words = useWords(form);
  return (
    <RecordDrawer
      title={item?.title ?? t('menus.newItem')}
      saving={mayEdit ? saving : undefined}
      isDirty={form.isDirty()}
      action={item ? t('common.save') : t('common.add')}
      onClose={onClose}
      others={mayEdit && item && <DeleteMenuItem menu={menu} item={item} onDone={onClose} />}
    >
      {words.languages}
      <TextInput label={t('menus.itemTitle')} data-autofocus {...words.input('title')} />
      <div>
        <Text size="sm" fw={500} mb={4} id="leads-to">
          {t('menus.leadsTo')}
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby="leads-to"
          data={(['page', 'url', 'nothing'] as const).map((value) => ({ value, label: t(`menus.to.${value}`) }))}
          {...form.getInputProps('leadsTo')}
        />
      </div>
      {values.leadsTo === 'page' && (
        <PagePicker
          label={t('menus.page')}
          description={t('menus.pageHelp')}
          value={values.pageId ?? undefined}
          onChange={(pageId) => form.setFieldValue('pageId', pageId ?? null)}
          error={form.errors.pageId}
          readOnly={!mayEdit}
        />
      )}
      {values.leadsTo === 'url' && (
        <TextInput
          label={t('menus.url')}
          description={t('menus.urlHelp')}
          type="url"
          dir="ltr"
          {...form.getInputProps('url')}
        />
      )}
      {!item && menu.items.length > 0 && (
        <Select
          label={t('menus.below')}
          placeholder={t('menus.atTop')}
          data={flattenTree(menu.items).map(({ node, depth }) => ({
            value: String(node.id),
            label: `${'\u2003'.repeat(depth)}${node.title}`,
          }))}
          clearable
          clearButtonProps={{ 'aria-label': t('common.clear') }}
          searchable
          {...form.getInputProps('parentId')}
        />
      )}
      {values.leadsTo !== 'nothing' && (
        <Switch label={t('menus.newWindow')} {...form.getInputProps('isNewWindow', { type: 'checkbox' })} />
      )}
      <Switch
        label={t('menus.expanded')}
        description={t('menus.expandedHelp')}
        {...form.getInputProps('isExpanded', { type: 'checkbox' })}
      />
    </RecordDrawer>
  );
}

/** Saves the item. Its target is only sent if it was changed here, so that values other than these two survive. */
function saveMenuItem(
  { menu, item }: Pick<MenuItemDrawerProps, 'menu' | 'item'>,
  { title, leadsTo: to, pageId, url, isNewWindow, isExpanded, parentId, translations }: MenuItemValues,
  changed: Partial<MenuItemValues>,
): Promise<{ readonly data: AdminMenuItem }> {
  const place = { pageId: to === 'page' ? pageId : null, url: to === 'url' ? url : null };
  const target = changed.isNewWindow !== undefined && {
    target: isNewWindow ? ('_blank' as const) : ('_self' as const),
  };
  if (!item)
    return ask('POST /api/admin/menus/{id}/items', {
      path: { id: menu.id },
      body: { title, isExpanded, ...place, ...target, parentId, translations },
    });
  const body = {
    ...(changed.title !== undefined && { title }),
    ...(changed.translations && { translations }),
    ...(changed.isExpanded !== undefined && { isExpanded }),
    ...(['leadsTo', 'pageId', 'url'].some((name) => name in changed) && place),
    ...target,
  };
  return ask('PUT /api/admin/menus/{id}/items/{itemId}', { path: { id: menu.id, itemId: item.id }, body });
}

interface DeleteMenuItemProps {
  readonly menu: AdminMenu;
  readonly item: AdminMenuItem;
  onDone(): void;
}

function DeleteMenuItem({ menu, item, onDone }: DeleteMenuItemProps) {
  const { t } = useTranslation();
  return (
    <DeleteButton
      title={t('menus.deleteItemTitle', { name: item.title })}
      text={item.children.length > 0 ? t('menus.deleteItemText') : ''}
      kind="menu"
      done={t('menus.itemDeleted')}
      onDelete={() => ask('DELETE /api/admin/menus/{id}/items/{itemId}', { path: { id: menu.id, itemId: item.id } })}
      onDone={onDone}
    />
  );
}
