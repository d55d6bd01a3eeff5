import type { RoleRights } from '../../../../src/model/rights/rights.ts';
import type { Version } from './versions.ts';

/**
 * What a role means, written again from its description, simple and slow: nothing here is shared with what decides in
 * Quire.
 */
export interface Role extends RoleRights {
  /** How commits name the person or key that has it: `user/4`. */
  readonly actor: string;
  /** Whether they write to changes only. */
  readonly changesOnly?: boolean;
}

type Rule = RoleRights['allow'][number];
type Right = Rule['do'][number];

/** A record before and after a write. */
export interface Difference {
  readonly before: Version | null;
  readonly after: Version | null;
}

const ALL = ['settings', 'contentType', 'blockType', 'taxonomy', 'media', 'block', 'page', 'menu', 'redirect'];
const KINDS = [...ALL, 'trackingScript'] as readonly Version['kind'][];
const OF_EDITORS: readonly Version['kind'][] = ['page', 'block', 'menu', 'media', 'taxonomy'];

/** "Viewer reads all administrative data; editor also creates, updates and deletes pages, blocks, menus, media, taxonomies." */
const BASES: Readonly<Record<RoleRights['extends'], readonly Rule[]>> = {
  none: [],
  viewer: [{ do: ['read'], on: KINDS }],
  editor: [
    { do: ['read'], on: KINDS },
    { do: ['create', 'update', 'publish', 'delete', 'review', 'restore'], on: OF_EDITORS },
  ],
};

/** Whether the role may do this with a part of a record; without a part, with some of it. */
export function may(role: Role, right: Right, version: Version, part?: string): boolean {
  const says = (rule: Rule): boolean => appliesTo(rule, right, version, role.actor);
  const names = ({ fields }: Rule): boolean => fields === undefined || (part !== undefined && fields.includes(part));
  const allowed = [...BASES[role.extends], ...role.allow].filter(says);
  const denied = role.deny.filter(says);
  return allowed.some((rule) => part === undefined || names(rule)) && !denied.some(names);
}

function appliesTo(rule: Rule, right: Right, version: Version, actor: string): boolean {
  const { kind, data, locale, slug, owner } = version;
  const type = kind === 'page' || kind === 'block' ? String(data['type']) : null;
  const folder = kind === 'media' ? String(data['folder'] ?? '') : null;
  if (!rule.do.includes(right)) return false;
  if (rule.on && !rule.on.includes(kind)) return false;
  if (rule.types && (type === null || !rule.types.includes(type))) return false;
  if (rule.locales && (kind !== 'page' || !rule.locales.includes(locale))) return false;
  if (rule.paths && (kind !== 'page' || !rule.paths.some((one) => fits(one, slug)))) return false;
  if (rule.folders && (folder === null || !rule.folders.some((one) => fits(one, folder)))) return false;
  return rule.own !== true || owner === actor;
}

/** `blog/**` is `blog` and everything below, `*` is one segment. */
function fits(pattern: string, path: string): boolean {
  const segments = pattern.split('/').map((one) => (one === '**' ? '(?:[^/]+/)*' : one === '*' ? '[^/]+/' : `${one}/`));
  return new RegExp(`^${segments.join('')}$`).test(`${path}/`);
}

const NAMES: Readonly<Record<string, string>> = {
  ...{ title: 'title', name: 'title', slug: 'slug', slugOverride: 'slug', locale: 'slug', type: 'type' },
  ...{ status: 'status', publishedAt: 'status', scheduledAt: 'status', unpublishAt: 'status' },
  ...{ translationGroup: 'translation' },
};
/** What every file has, whoever writes it, and what the server reads from the file of a media item. */
const KEPT = new Set([
  ...['id', 'createdAt', 'updatedAt', 'size', 'hash', 'mimeType', 'originalName'],
  ...['width', 'height', 'dominantColor', 'placeholder'],
]);

/** The parts in which two versions differ, by the names that rules have for them. */
export function partsOf({ before, after }: Difference): readonly string[] {
  const one = valuesOf(before);
  const other = valuesOf(after);
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return [...new Set(keys.filter((key) => text(one[key]) !== text(other[key])).map(nameOf))];
}

/** A field is named by itself. */
const nameOf = (key: string): string => (key.startsWith('fields ') ? key.slice(7) : (NAMES[key] ?? key));

function valuesOf(version: Version | null): Readonly<Record<string, unknown>> {
  if (version === null) return {};
  const { fields, ...rest } = version.data;
  const own = Object.entries(rest).filter(([key]) => !KEPT.has(key));
  const inside = Object.entries((fields ?? {}) as object).map(([name, value]) => [`fields ${name}`, value]);
  const isField = version.kind === 'page' || version.kind === 'block';
  return Object.fromEntries([
    ...own,
    ...(isField ? inside : [['fields', fields]]),
    ...(version.kind === 'page' ? [['slug', version.slug] as const, ['locale', version.locale] as const] : []),
    ...(version.kind === 'page' || version.kind === 'settings' ? [] : [['slug', version.key] as const]),
  ]);
}

/** Nothing, however it is written. */
const EMPTY = new Set(['null', 'false', '""', '[]', '{}', 'undefined']);

const text = (value: unknown): string => {
  const json = JSON.stringify(value, sortKeys) ?? 'undefined';
  return EMPTY.has(json) ? '' : json;
};
const sortKeys = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Whether everybody sees this version, or will at a time that is set in it. */
function isEverPublic({ kind, data }: Version, now: string): boolean {
  if (kind !== 'page') return true;
  const [from, to] = [data['scheduledAt'], data['unpublishAt']].map((time) => (time ? String(time) : null));
  if (to && to <= now) return false;
  return data['status'] === 'published' || (data['status'] === 'draft' && from !== null);
}

/** The rights that a write needs; `isLive` false: it is in a change, where nobody sees it. */
export function neededFor({ before, after }: Difference, isLive: boolean, now: string): readonly Right[] {
  const own: Right = before === null ? 'create' : after === null ? 'delete' : 'update';
  const isUpload = before === null && after?.kind === 'media';
  const shows = [before, isUpload ? null : after].some((one) => one !== null && isEverPublic(one, now));
  return isLive && shows ? [own, 'publish'] : [own];
}

/** What everybody may read, also without an account. */
const OF_ALL: ReadonlySet<Version['kind']> = new Set(['settings', 'contentType', 'blockType']);

/** What the role lacks for a write, in words; null if it may be done. */
export function lackOf(role: Role, difference: Difference, isLive: boolean, now: string): string | null {
  if (isLive && role.changesOnly) return 'write to what is live';
  const { before } = difference;
  // What one may not read does not exist for one: nothing can be done with it.
  if (before && !OF_ALL.has(before.kind) && !may(role, 'read', before)) return `read ${before.kind} ${before.key}`;
  const versions = [before, difference.after].filter((one) => one !== null);
  for (const right of neededFor(difference, isLive, now))
    for (const part of partsOf(difference))
      for (const version of versions)
        if (!may(role, right, version, part)) return `${right} ${version.kind} ${version.key}: ${part}`;
  return null;
}
