import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

interface AxeOptions {
  /** Whether it may fetch the page's styles, which frames of extensions may not. */
  readonly preload?: boolean;
}

/** Asks all that axe knows of a page by light; by dark only the colours differ. */
export function axe(page: Page, colorScheme: 'light' | 'dark', { preload = true }: AxeOptions = {}): AxeBuilder {
  const builder = new AxeBuilder({ page }).options({ preload });
  return colorScheme === 'dark' ? builder.withRules(['color-contrast']) : builder;
}
