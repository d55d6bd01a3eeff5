import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { dimensions, sizeText } from '../../../parts/media/shown.ts';
import { Time } from '../../../parts/Time.tsx';
import type { AdminMedia, MediaReference } from '../../../wire/interface.ts';
import classes from './ItemFacts.module.css';

interface ItemFactsProps {
  readonly item: AdminMedia;
}

/** The facts about a file, and where it is used. */
export function ItemFacts({ item }: ItemFactsProps) {
  const { t, i18n } = useTranslation();
  const facts = [
    item.originalName,
    dimensions(item),
    item.size === null ? null : sizeText(item.size, i18n.language),
  ].filter(Boolean);
  return (
    <div>
      <Text size="sm" c="dimmed" dir="auto" className={classes.facts}>
        {facts.join(' · ')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('media.addedBy', { name: item.createdBy ?? '–' })} <Time value={item.createdAt} />
      </Text>
      <div className={classes.usage}>
        <Text size="sm" fw={550} component="h3">
          {t('media.usedIn', { count: item.usage.length })}
        </Text>
        <ul className={classes.list}>
          {item.usage.map((use) => (
            <li key={`${use.type}/${use.id}`}>
              <Use use={use} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Use({ use: { type, id, title, locale } }: { readonly use: MediaReference }) {
  const { t } = useTranslation();
  if (type !== 'page')
    return (
      <span dir="auto">
        {title} <span className={classes.kind}>{type === 'block' ? t('media.inBlock') : t('media.inSettings')}</span>
      </span>
    );
  return (
    <Link to="/pages/$id" params={{ id: String(id) }} className={classes.link} dir="auto">
      {title} <span className={classes.kind}>{locale}</span>
    </Link>
  );
}
