import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { kindOfType } from '../../../model/page/typeKind.ts';
import { useMay } from '../../session/useMay.ts';
import type { AdminContentType } from '../../wire/interface.ts';

interface NewPageButtonProps {
  readonly types: readonly AdminContentType[];
  readonly locale: string | undefined;
}

/**
 * Starts a new page of a type that the user may create. If there are several, it lets the user choose one: a type of pages,
 * as the others have lists of their own.
 */
export function NewPageButton({ types, locale }: NewPageButtonProps) {
  const { t } = useTranslation();
  const may = useMay();
  const [only, ...others] = types.filter(
    (type) => (types.length === 1 || kindOfType(type) === 'page') && may('create', 'page', { type: type.slug, locale }),
  );
  if (!only) return null;
  const searchOf = (type: string) => ({ type, ...(locale !== undefined && { locale }) });
  if (others.length === 0)
    return (
      <Button
        leftSection={<IconPlus size={17} />}
        renderRoot={(props) => <Link to="/pages/new" search={searchOf(only.slug)} {...props} />}
      >
        {t('pages.new')}
      </Button>
    );
  return (
    <Menu>
      <Menu.Target>
        <Button leftSection={<IconPlus size={17} />} rightSection={<IconChevronDown size={15} />}>
          {t('pages.new')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown miw="14rem">
        {[only, ...others].map(({ slug, name }) => (
          <Menu.Item key={slug} renderRoot={(props) => <Link to="/pages/new" search={searchOf(slug)} {...props} />}>
            <span dir="auto">{name}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
