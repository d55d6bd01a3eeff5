import type { Json } from '../../convert/foundSite.ts';
import { isMapping } from '../../model/fields/values.ts';

export const listMappings = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isMapping) : []);
export const sysOf = (value: Json): Json => (isMapping(value['sys']) ? value['sys'] : {});
export const contentfulId = (value: Json): string => String(sysOf(value)['id'] ?? '');
