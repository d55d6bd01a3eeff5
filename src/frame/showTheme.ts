import type { FrameState } from './protocol.ts';

/** Gives the page of a frame the language, colours and lengths of the interface, as CSS variables (`--quire-text`). */
export function showTheme({ documentElement: root }: Document, { language, theme }: FrameState): void {
  root.lang = language;
  root.style.colorScheme = theme.scheme;
  root.dataset['scheme'] = theme.scheme;
  const { colors, font, fontSize, radius } = theme;
  for (const [name, value] of Object.entries({ ...colors, font, 'font-size': fontSize, radius }))
    root.style.setProperty(`--quire-${name}`, value);
}
