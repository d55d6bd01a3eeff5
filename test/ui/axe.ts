import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Asks all that axe knows of a page by light; by dark only the colours differ. */
export function axe(page: Page, colorScheme: 'light' | 'dark'): AxeBuilder {
  const builder = new AxeBuilder({ page });
  return colorScheme === 'dark' ? builder.withRules(['color-contrast']) : builder;
}
