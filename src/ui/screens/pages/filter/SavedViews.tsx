import { Button, Menu } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconBookmark, IconBookmarkPlus, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { askText } from '../../../parts/dialog/askText.tsx';
import { tellDone } from '../../../parts/dialog/tell.tsx';
import type { PageListSearch } from '../queries.ts';
import classes from './SavedViews.module.css';

interface SavedView {
  readonly name: string;
  readonly search: PageListSearch;
}

interface SavedViewsProps {
  readonly search: PageListSearch;
}

/** Saves list views in this browser. A view can also be shared by its address. */
export function SavedViews({ search }: SavedViewsProps) {
  const { t } = useTranslation();
  const [views, setViews] = useLocalStorage<readonly SavedView[]>({ key: 'quire.views', defaultValue: [] });
  const without = (name: string): readonly SavedView[] => views.filter((view) => view.name !== name);
  const save = (): void =>
    askText({
      title: t('pages.saveView'),
      label: t('pages.viewName'),
      description: t('pages.viewHelp'),
      action: t('common.save'),
      async onDone(name) {
        setViews([...without(name.trim()), { name: name.trim(), search }]);
        tellDone(t('pages.viewSaved', { name: name.trim() }));
      },
    });
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<IconBookmark size={16} />} visibleFrom="sm">
          {t('pages.views')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown miw="16rem">
        {views.length === 0 && <Menu.Label maw="18rem">{t('pages.noViews')}</Menu.Label>}
        {views.map(({ name, search: saved }) => (
          <div key={name} role="none" className={classes.view}>
            <Menu.Item renderRoot={(props) => <Link to="/pages" search={saved} {...props} />}>
              <span dir="auto">{name}</span>
            </Menu.Item>
            <Menu.Item w="auto" aria-label={`${t('common.delete')}: ${name}`} onClick={() => setViews(without(name))}>
              <IconTrash size={15} aria-hidden />
            </Menu.Item>
          </div>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconBookmarkPlus size={16} />} onClick={save}>
          {t('pages.saveView')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
