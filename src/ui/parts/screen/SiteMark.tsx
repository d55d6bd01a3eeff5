import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../../wire/queries.ts';
import { Logo } from './Logo.tsx';

/** The mark of Quire with the name of the site. */
export function SiteMark() {
  const { data: settings } = useQuery(settingsQuery);
  return <Logo name={settings?.siteName || 'Quire'} />;
}
