import type { FormPath } from '../../../form/values.ts';
import type { Page } from '../../../wire/interface.ts';

/** The path in the form of a value in the page: pages identify a block by its id, the form by its index. */
export function toFormPath([first, region = '', id, ...rest]: FormPath, page: Page): FormPath {
  if (first !== 'regions' || id === undefined) return [first, region, id, ...rest].filter(isPart);
  const index = page.regions[region]?.findIndex((block) => block.id === id) ?? -1;
  return index < 0 ? ['regions', region] : ['regions', region, index, ...rest];
}

/** The path in the page of a value in the form. */
export function toShownPath([first, region = '', index, ...rest]: FormPath, page: Page): readonly string[] {
  if (first !== 'regions' || index === undefined) return [first, region, index, ...rest].filter(isPart).map(String);
  const id = page.regions[region]?.[Number(index)]?.id;
  return ['regions', String(region), ...(id === undefined ? [] : [id, ...rest])].map(String);
}

const isPart = (part: string | number | undefined): part is string | number => part !== undefined && part !== '';
