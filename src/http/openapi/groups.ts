/** The headings of areas whose name is not the one in their path. */
const TITLES: Readonly<Record<string, string>> = {
  auth: 'Sessions',
  setup: 'Sessions',
  config: 'Settings',
  'api-keys': 'API keys',
  dashboard: 'Overview',
  search: 'Overview',
  problems: 'Overview',
  'audit-logs': 'Overview',
  views: 'Overview',
  commits: 'Overview',
  export: 'Export and import',
  import: 'Export and import',
};

const PATH = /^\/api\/(admin|content|x)\/([\w-]+)/;

/** The heading under which an endpoint is listed. */
export function endpointGroup(path: string): string {
  const [, area, name = ''] = PATH.exec(path) ?? [];
  if (area === 'x') return `Extension: ${name}`;
  if (area === undefined) return 'Service';
  if (area === 'content') return 'Public content';
  return TITLES[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
}
